#include "report/thesis.h"

#include <math.h>

const struct thesis_detector thesis_detectors[] = {
    {"1", "mutants", 21.4, NAN, NAN, 25.2},
    {"1", "real", 10.9, NAN, NAN, 12.1},
    {"1", "mixed", 24.5, NAN, NAN, 27.0},
    {"1", "fine-tuned", 32.2, NAN, NAN, 26.7},
    {"1", "more mutants", 24.9, NAN, NAN, 30.0},
    {"1", "more mutants, fine-tuned", 36.7, NAN, NAN, 22.0},
    {"6", "no fine-tuning", 19.01, 25.79, 54.64, NAN},
    {"6", "GitHub", 29.07, 37.24, 65.43, NAN},
    {"6", "contest", 2.78, 3.11, 58.64, NAN},
    {"6", "both", 27.74, 33.07, 66.43, NAN},
    {0},
};
