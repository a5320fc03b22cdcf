/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_main.c -- assay-launcher: starts what libassay-engine measures (measure/launcher.h). */
#include "measure/launcher.h"
#include "session/session_rescue.h"

int main(int argc, char **argv)
{
    return launcher_main(argc, argv, &session_duties);
}
