/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dotnet_table.c -- CSV of BenchmarkDotNet's measurements, a row for each (CsvMeasurementsExporter,
 * which RPlotExporter brings along).
 * Source:   dotnet/BenchmarkDotNet CsvMeasurementsExporter.cs of 0.9 to 0.14; the separator and the
 *           point of numbers are those of the user's culture.
 * Levels:   as in its JSON (dotnet_measurements.c): execution (launch) > iteration, warm-up apart.
 * Names:    namespace, type, method and parameters; jobs as in the JSON.
 * Edge:     the rows of a benchmark stand together; apart, they are several lists of one benchmark.
 *           Nanoseconds by operations, of which the last column is the quotient to
 *           two digits, is taken where both stand. Allocated bytes stand in each row and are one
 *           value; "?" is none. */
#include <math.h>

#include "import/csv_table.h"
#include "text/number.h"

static const char *const columns[DOTNET_JOB + 1] = {"Target_Namespace", "Target_Type",
                                                    "Target_Method", "Params", "Job_Display"};

static struct csv_field field_of(const struct csv_table *table, const struct csv_field *row,
                                 const char *name)
{
    const int at = csv_table_column(table, name);
    return at != CSV_NONE ? row[at] : (struct csv_field){"", 0, false};
}

static bool same(struct csv_field a, struct csv_field b)
{
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

void csv_table_begin_dotnet(struct csv_table *table, const char *p)
{
    struct csv_field row[CSV_TABLE_COLUMNS], first = {NULL, 0, false};
    size_t n, passed = 0;
    const int job = csv_table_column(table, columns[DOTNET_JOB]);
    while (job != CSV_NONE && p < table->end && !table->dotnet.several_jobs) {
        p = csv_split(p, table->end, table->separator, row, CSV_TABLE_COLUMNS, &n, &passed);
        if (p == NULL || n <= (size_t)job)
            return; /* what is wrong is found again */
        table->dotnet.several_jobs = first.text != NULL && !same(first, row[job]);
        if (first.text == NULL)
            first = row[job];
    }
}

/* ---- the rows at hand ---- */

static void add_rows(struct csv_table *table)
{
    struct importer *importer = table->importer;
    struct csv_table_dotnet *dotnet = &table->dotnet;
    const char *part[DOTNET_JOB + 1];
    for (int i = 0; i <= DOTNET_JOB; i++)
        part[i] = csv_keep(&table->importer->json, dotnet->name[i]);
    const char *job = dotnet->several_jobs
                          ? dotnet_job(&importer->json, part[DOTNET_JOB], strlen(part[DOTNET_JOB]))
                          : "";
    const struct importer_series series =
        dotnet_series(importer,
                      dotnet_name(&importer->json, part[DOTNET_SPACE], part[DOTNET_TYPE],
                                  part[DOTNET_METHOD], part[DOTNET_PARAMS]),
                      job);
    if (dotnet->measurements.n_results == 0)
        importer_skip(importer, 1, "benchmarks without results");
    else
        dotnet_measurements_add(&dotnet->measurements, importer, &series);
    dotnet_add_allocated(importer, &series, dotnet->allocated);
    dotnet_measurements_fini(&dotnet->measurements);
}

void csv_table_end_dotnet(struct csv_table *table)
{
    struct csv_table_dotnet *dotnet = &table->dotnet;
    const bool reopened = importer_reopen(table->importer); /* the rows at hand are whole */
    if (!table->importer->json.failed && dotnet->name[0].text != NULL)
        add_rows(table);
    if (reopened)
        importer_close_again(table->importer);
    dotnet_measurements_fini(&dotnet->measurements);
}

/* ---- one row ---- */

/* The number in the column of this name; false when there is none in it. */
static bool take_number(struct csv_table *table, const struct csv_field *row, const char *name,
                        int power, double *x)
{
    const char *text = csv_table_text(table, row, name), *end = text + strlen(text);
    if (text[0] != '\0' && number_read_local(text, end, power, x) == end)
        return true;
    importer_no_decimal(table->importer, text, strlen(text), table->line, name);
    return false;
}

static bool read_fields(struct csv_table *table, const struct csv_field *row,
                        struct dotnet_fields *fields)
{
    static const char launch[] = "Measurement_LaunchIndex",
                      nanoseconds[] = "Measurement_Nanoseconds",
                      operations[] = "Measurement_Operations";
    const bool quotient = csv_table_column(table, nanoseconds) == CSV_NONE ||
                          csv_table_column(table, operations) == CSV_NONE;
    *fields =
        (struct dotnet_fields){.mode = csv_table_text(table, row, "Measurement_IterationMode"),
                               .stage = csv_table_text(table, row, "Measurement_IterationStage"),
                               .launch = 1,
                               .operations = 1};
    return (csv_table_column(table, launch) == CSV_NONE ||
            take_number(table, row, launch, 0, &fields->launch)) &&
           (quotient || take_number(table, row, operations, 0, &fields->operations)) &&
           take_number(table, row, quotient ? "Measurement_Value" : nanoseconds, -9,
                       &fields->seconds);
}

static double allocated_in(struct csv_table *table, const struct csv_field *row)
{
    const char *text = csv_table_text(table, row, "Allocated_Bytes"), *end = text + strlen(text);
    double x;
    return text[0] != '\0' && number_read_local(text, end, 0, &x) == end ? x : (double)NAN;
}

void csv_table_read_dotnet(struct csv_table *table, const struct csv_field *row)
{
    struct csv_table_dotnet *dotnet = &table->dotnet;
    struct csv_field name[DOTNET_JOB + 1];
    bool more = dotnet->name[0].text != NULL;
    for (int i = 0; i <= DOTNET_JOB; i++) {
        name[i] = field_of(table, row, columns[i]);
        more = more && same(name[i], dotnet->name[i]);
    }
    if (!more && dotnet->name[0].text != NULL)
        add_rows(table);
    if (!more) {
        memcpy(dotnet->name, name, sizeof name);
        dotnet->allocated = allocated_in(table, row);
    }
    struct dotnet_fields fields;
    if (!table->importer->json.failed && read_fields(table, row, &fields))
        dotnet_measurements_keep(&dotnet->measurements, &fields, &table->importer->json);
}
