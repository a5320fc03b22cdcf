/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_lines.c -- each system's line over a parameter of numbers, both axes logarithmic, with the intervals of
 * the cells where they are wider than a row. */
#include <math.h>

#include "view/terminal/sweep.h"

enum { ROWS = 8, MOST_WIDE = 64, MOST_SYSTEMS = 3, FEWEST = 4, LEFT = 11 };

struct picture {
    char sign[ROWS][MOST_WIDE]; /* 0: empty; '|': an interval; a system's mark else, from 1 */
    double low, high;           /* of ln t */
    int columns;
};

static const char *mark(const struct terminal *terminal, int system)
{
    static const char *const signs[] = {"\u25cf", "\u25cb", "\u25b2"};
    static const char *const letters[] = {"o", "x", "+"};
    return (terminal->utf8 ? signs : letters)[system];
}

static int row_of(const struct picture *picture, double z)
{
    const double share = (picture->high - z) / (picture->high - picture->low);
    return (int)fmin(fmax(round(share * (ROWS - 1)), 0), ROWS - 1);
}

static int column_of(const struct picture *picture, const struct sweep_parameter *sizes, size_t i)
{
    const double first = log(sizes->numbers[0]), last = log(sizes->numbers[sizes->n - 1]);
    return (int)lround((log(sizes->numbers[i]) - first) / (last - first) * (picture->columns - 1));
}

static void find_limits(const struct sweep_group *group, struct picture *picture)
{
    picture->low = INFINITY;
    picture->high = -INFINITY;
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct assay_effect *one = &group->cells[g].mean_log;
        picture->low = fmin(picture->low, isnan(one->lower) ? one->estimate : one->lower);
        picture->high = fmax(picture->high, isnan(one->upper) ? one->estimate : one->upper);
    }
    if (picture->high - picture->low < 0.02) { /* a flat line is drawn flat */
        const double centre = (picture->high + picture->low) / 2;
        picture->low = centre - 0.01;
        picture->high = centre + 0.01;
    }
}

static void draw(const struct sweep_group *group, struct picture *picture)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct assay_effect *one = &group->cells[g].mean_log;
        const int c = column_of(picture, sizes, group->cells[g].level[0]);
        for (int r = row_of(picture, one->upper);
             !isnan(one->upper) && r <= row_of(picture, one->lower); r++)
            picture->sign[r][c] = picture->sign[r][c] == 0 ? '|' : picture->sign[r][c];
    }
    for (size_t g = group->n_cells; g-- > 0;)
        picture->sign[row_of(picture, group->cells[g].log_mean)]
                     [column_of(picture, sizes, group->cells[g].level[0])] =
            (char)(1 + group->cells[g].system);
}

static void print_row(const struct terminal *terminal, const struct sweep_group *group,
                      const struct picture *picture, int r)
{
    const double z = r == 0 ? picture->high : picture->low;
    const bool labelled = r == 0 || r == ROWS - 1;
    terminal_printf(terminal, STYLE_FAINT, "  %*s ", LEFT,
                    labelled ? sweep_quantity(group, exp(z)).text : "");
    int last = picture->columns;
    while (last > 0 && picture->sign[r][last - 1] == 0)
        last--;
    terminal_puts(terminal, STYLE_FAINT, "\u2502");
    for (int c = 0; c < last; c++) {
        const char sign = picture->sign[r][c];
        if (sign == 0)
            fputc(' ', terminal->stream);
        else if (sign == '|')
            terminal_puts(terminal, STYLE_FAINT, "\u2502");
        else
            terminal_puts(terminal, STYLE_STRONG, mark(terminal, sign - 1));
    }
    fputc('\n', terminal->stream);
}

static void print_foot(const struct terminal *terminal, const struct sweep_group *group,
                       const struct picture *picture)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    const char *first = sizes->values[0], *last = sizes->values[sizes->n - 1];
    OWNED char *words = view_said("%.16s%.16s%.20s", first, last, sizes->name);
    const int room = picture->columns - (words != NULL ? terminal_columns(words) : 0);
    terminal_printf(terminal, STYLE_FAINT, "  %*s  %.16s%*s%.20s%*s%.16s\n", LEFT, "", first,
                    room > 2 ? room / 2 : 1, "", sizes->name, room > 2 ? room - room / 2 : 1, "",
                    last);
    for (size_t s = 0; group->n_systems > 1 && s < group->n_systems; s++) {
        terminal_printf(terminal, STYLE_FAINT, "%s", s == 0 ? "  " : "   ");
        terminal_puts(terminal, STYLE_STRONG, mark(terminal, (int)s));
        terminal_printf(terminal, STYLE_FAINT, " %.24s", group->systems[s]);
    }
    if (group->n_systems > 1)
        fputc('\n', terminal->stream);
}

void sweep_lines_print(const struct terminal *terminal, const struct sweep_group *group)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    if (group->n_parameters != 1 || !sizes->numeric || sizes->n < FEWEST ||
        group->n_systems > MOST_SYSTEMS)
        return;
    struct picture picture = {.columns = terminal->width - LEFT - 6};
    picture.columns = picture.columns < MOST_WIDE ? picture.columns : MOST_WIDE;
    find_limits(group, &picture);
    draw(group, &picture);
    fputc('\n', terminal->stream);
    for (int r = 0; r < ROWS; r++)
        print_row(terminal, group, &picture, r);
    print_foot(terminal, group, &picture);
}
