/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace_mark.c -- whose a directory of builds is, and whether that process lives. */
#include "measure/workspace.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/private_directory.h"
#include "base/process_name.h"

enum { MARK_ROOM = 256, HEX_ROOM = 2 * WORKSPACE_OWNER_BYTES + 1 };

/* ---- marking --------------------------------------------------------------------------------- */

static int write_mark(int directory, const char *text)
{
    static const char unready[] = ".assay-new";
    const int mark = openat(directory, unready, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const ssize_t length = (ssize_t)strlen(text);
    if (mark >= 0 && flock(mark, LOCK_EX | LOCK_NB) == 0 &&
        write(mark, text, (size_t)length) == length &&
        renameat(directory, unready, directory, WORKSPACE_MARK) == 0)
        return mark;
    if (mark >= 0)
        close(mark);
    return -1;
}

void workspace_mark(struct workspace *workspace, const unsigned char owner[WORKSPACE_OWNER_BYTES])
{
    char boot[BOOT_NAME], text[MARK_ROOM], hex[HEX_ROOM];
    const int directory = open(workspace->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return;
    for (size_t i = 0; i < WORKSPACE_OWNER_BYTES; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", (unsigned)owner[i]);
    if (boot_name("/proc", boot)) {
        (void)snprintf(text, sizeof text, "assay builds\nboot %s\nexperiment %s\nprocess %ld\n",
                       boot, hex, (long)getpid());
        workspace->mark = write_mark(directory, text);
    }
    close(directory);
}

/* ---- judging --------------------------------------------------------------------------------- */

static bool read_hex(const char *hex, unsigned char owner[WORKSPACE_OWNER_BYTES])
{
    for (size_t i = 0; i < WORKSPACE_OWNER_BYTES; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
            return false;
        owner[i] = (unsigned char)byte;
    }
    return true;
}

/* Whose it is, when it is a mark of ours and of this boot, word for word. */
static bool read_mark(int mark, unsigned char owner[WORKSPACE_OWNER_BYTES])
{
    char boot[BOOT_NAME], text[MARK_ROOM], again[MARK_ROOM], hex[HEX_ROOM];
    struct stat found;
    long process;
    if (!boot_name("/proc", boot) || fstat(mark, &found) != 0 || !S_ISREG(found.st_mode) ||
        found.st_uid != geteuid() || found.st_nlink != 1)
        return false;
    const ssize_t n = pread(mark, text, sizeof text - 1, 0);
    if (n <= 0)
        return false;
    text[n] = '\0';
    if (sscanf(text, "assay builds boot %*36s experiment %32[0-9a-f] process %ld", hex, &process) !=
            2 ||
        strlen(hex) != HEX_ROOM - 1)
        return false;
    (void)snprintf(again, sizeof again, "assay builds\nboot %s\nexperiment %s\nprocess %ld\n", boot,
                   hex, process);
    return strcmp(text, again) == 0 && read_hex(hex, owner);
}

/* Private to us, with our mark, which no living process holds. */
static bool is_dead(int directory, workspace_judge is_ours, void *context)
{
    struct stat found;
    unsigned char owner[WORKSPACE_OWNER_BYTES];
    if (fstat(directory, &found) != 0 || found.st_uid != geteuid() ||
        (found.st_mode & 07777) != S_IRWXU)
        return false;
    const int mark =
        openat(directory, WORKSPACE_MARK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (mark < 0)
        return false;
    const bool dead =
        read_mark(mark, owner) && is_ours(context, owner) && flock(mark, LOCK_EX | LOCK_NB) == 0;
    close(mark);
    return dead;
}

/* Where nobody but us and root can put another directory under a name that we have looked at. */
static bool is_safe(int parent)
{
    struct stat found;
    return fstat(parent, &found) == 0 && (found.st_uid == 0 || found.st_uid == geteuid()) &&
           ((found.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (found.st_mode & S_ISVTX) != 0);
}

static bool has_our_form(const char *name)
{
    return strncmp(name, "assay-", 6) == 0 && strlen(name) == strlen("assay-XXXXXX");
}

static bool remove_if_dead(int parent, const char *in, const char *name, workspace_judge is_ours,
                           void *context)
{
    char *path = NULL;
    const int directory =
        openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (directory < 0)
        return false;
    const bool dead =
        is_dead(directory, is_ours, context) && asprintf(&path, "%s/%s", in, name) >= 0;
    close(directory);
    if (!dead)
        return false;
    workspace_remove(path);
    const bool gone = access(path, F_OK) != 0;
    free(path);
    return gone;
}

size_t workspace_remove_dead(workspace_judge is_ours, void *context)
{
    size_t n = 0;
    const char *in = temporary_parent_of_commands();
    DIR *parent = opendir(in);
    if (parent == NULL)
        return 0;
    if (is_safe(dirfd(parent)))
        for (struct dirent *entry; (entry = readdir(parent)) != NULL;)
            n += has_our_form(entry->d_name) &&
                 remove_if_dead(dirfd(parent), in, entry->d_name, is_ours, context);
    (void)closedir(parent);
    return n;
}
