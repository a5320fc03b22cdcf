test ! -e out.json && cp values.json out.json
