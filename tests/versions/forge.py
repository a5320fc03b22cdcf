# SPDX-License-Identifier: GPL-3.0-or-later
"""forge -- a small server of comments as GitHub's and GitLab's REST APIs document them: lists by pages, made with 201,
changed in place, refused without the token, without JSON or when too long."""
import http.server
import json
import re
import threading

GITHUB = re.compile(r"^/repos/o/r/issues/(?:(\d+)/comments|comments/(\d+))(?:\?(.*))?$")
GITLAB = re.compile(r"^/api/v4/projects/1/merge_requests/(\d+)/notes(?:/(\d+))?(?:\?(.*))?$")


class Forge:
    def __init__(self, comments=()):
        self.comments = [{"id": 1000 + i, "body": body} for i, body in enumerate(comments)]
        self.calls = []
        forge = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def reply(self, code, document):
                text = json.dumps(document).encode()
                self.send_response(code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def answer(self):
                forge.calls.append(self.command)
                length = int(self.headers.get("Content-Length") or 0)
                text = self.rfile.read(length)
                github, gitlab = GITHUB.match(self.path), GITLAB.match(self.path)
                allowed = (github and self.headers.get("Authorization") == "Bearer secret"
                           or gitlab and self.headers.get("PRIVATE-TOKEN") == "secret")
                if not (github or gitlab):
                    return self.reply(404, {"message": "Not Found"})
                if not allowed:
                    return self.reply(401, {"message": "Bad credentials"})
                number, change, query = github.groups() if github else gitlab.groups()
                if self.command == "GET":
                    wanted = dict(pair.split("=") for pair in (query or "").split("&") if pair)
                    size, page = int(wanted.get("per_page", 30)), int(wanted.get("page", 1))
                    return self.reply(200, forge.comments[size * (page - 1):size * page])
                if self.headers.get("Content-Type") != "application/json":
                    return self.reply(415, {"message": "not JSON"})
                body = json.loads(text)["body"]
                if len(body) > 65536 and github:
                    return self.reply(422, {"message": "Body is too long (maximum is 65536 characters)"})
                if self.command == "POST" and not change:
                    forge.comments.append({"id": 2000 + len(forge.comments), "body": body})
                    return self.reply(201, forge.comments[-1])
                if self.command == ("PATCH" if github else "PUT") and change:
                    for comment in forge.comments:
                        if comment["id"] == int(change):
                            comment["body"] = body
                            return self.reply(200, comment)
                return self.reply(404, {"message": "Not Found"})

            do_GET = do_POST = do_PATCH = do_PUT = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.github = f"{self.url}/repos/o/r/issues/7/comments"
        self.gitlab = f"{self.url}/api/v4/projects/1/merge_requests/7/notes"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
