#ifndef BOUGH_ANNOTATE_H
#define BOUGH_ANNOTATE_H

/* Marks structs of C++ as the rows of streams, for `--bind`:
 *
 *   struct BOUGH_STREAM("t") Tick {
 *     std::int32_t b;                      // column b
 *     BOUGH_COLUMN("j") std::int64_t time; // column j
 *     std::string note;                    // no column: ignored
 *   };
 *
 * Names are those of SQL, without regard to case. The marks are for Clang, with which Bough reads
 * the header; for other compilers they are nothing. They change nothing about a struct. */

#if defined(__clang__)
#define BOUGH_STREAM(name) __attribute__((annotate("bough.stream:" name)))
#define BOUGH_COLUMN(name) __attribute__((annotate("bough.column:" name)))
#else
#define BOUGH_STREAM(name)
#define BOUGH_COLUMN(name)
#endif

#endif
