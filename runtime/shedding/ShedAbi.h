#pragma once

/* What compiled code reads and writes to shed load, in C, in the manner of runtime/Abi.h (design
 * note 6.2; gSPICE, section III-B). The caller owns all of it; compiled code allocates nothing.
 *
 * For each incoming row, in this order:
 *   1. key = pane.key ^ XOR over the attributes of the row's stream of numbers[offset + bin]
 *   2. utility = the slot of `key` in the table of the row's type, or the type's `unknown`
 *   3. the decision by bough_shedder (ShedDecision.h has all of it as inline functions)
 *   4. the pane is shifted by the row's type, whether the row is kept or dropped
 * Offsets into `numbers` and bin sizes are constants of the model: see ShedFeatures.h.
 *
 * Utilities are in millionths: 666667 stands for 2/3. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The utility of a slot that holds nothing. */
#define BOUGH_EMPTY_UTILITY INT64_C(-1)
/* In the ring of a pane: no row has been here yet. */
#define BOUGH_NO_TYPE UINT32_MAX

typedef struct bough_utility_slot {
  uint64_t key;    /* K of the combination; 0 in an empty slot */
  int64_t utility; /* millionths, >= 0; BOUGH_EMPTY_UTILITY in an empty slot */
} bough_utility_slot;

/* The hash table of one type: the slots [offset, offset + mask]. The search begins at
 * offset + (key & mask), goes on to the next slot, from the last one to the first, and ends at the
 * key or at an empty slot, of which there is always one. */
typedef struct bough_utility_table {
  uint64_t offset;
  uint64_t mask;   /* a power of two, less one */
  int64_t unknown; /* millionths: of keys that are not in the table */
  uint64_t reserved;
} bough_utility_table;

/* The constant part: what a model has learned. */
typedef struct bough_utilities {
  const bough_utility_slot *slots;   /* [slot_count]   of all types, one type after the other */
  const bough_utility_table *tables; /* [table_count]  by type */
  const uint64_t *numbers;           /* [number_count] Zobrist numbers, laid out by ShedFeatures */
  uint64_t slot_count;
  uint64_t table_count;
  uint64_t number_count;
} bough_utilities;

/* The last `length` rows before the row at hand, dropped ones included. */
typedef struct bough_pane {
  uint64_t key;          /* K1 = XOR over all types of numbers[type * frequency_bins + its bin],
                            also when no row has come yet and all bins are 0 */
  uint64_t position;     /* of the oldest row in the ring, which the next one replaces */
  uint64_t length;       /* L, >= 1 */
  uint32_t *ring;        /* [length]      types; BOUGH_NO_TYPE at first */
  uint32_t *frequencies; /* [type_count]  rows of each type in the ring; 0 at first */
} bough_pane;

/* The mutable part. The controller sets the first block between drop intervals, and `active` and
 * `drop_all` also before a row; compiled code updates the accumulator and the counters. */
typedef struct bough_shedder {
  uint64_t active;          /* 0: every row is kept, nothing is looked up */
  uint64_t drop_all;        /* with active: every row is dropped, nothing is looked up */
  int64_t threshold;        /* u_th in millionths: rows below it are dropped */
  uint64_t tie_numerator;   /* rows of exactly u_th: numerator of denominator are dropped; */
  uint64_t tie_denominator; /* numerator <= denominator < 2^62, denominator >= 1 */

  uint64_t tie_accumulator; /* < denominator. A row at u_th adds the numerator; when the sum reaches
                               the denominator, that is taken off and the row is dropped. */
  uint64_t *seen;           /* [type_count] rows that came, whether active or not */
  uint64_t *shed;           /* [type_count] rows that were dropped */
  uint64_t *lookups;        /* null, or [slot_count + table_count]: how often the lookup ended at a
                               slot with the key, and behind these, by type, at an unknown key */
} bough_shedder;

#ifdef __cplusplus
}
static_assert(sizeof(bough_utility_slot) == 16, "a slot's address is offset << 4");
static_assert(sizeof(bough_utility_table) == 32, "a table's address is type << 5");
static_assert(sizeof(bough_pane) == 40, "compiled code has its layout");
static_assert(sizeof(bough_shedder) == 72, "compiled code has its layout");
#endif
