// The process as it is given to us, made fit for work; and its end when memory is exhausted.

#pragma once

namespace intarsia::cli {

// Descriptors 0 to 2 are open from here on, so that no file of ours gets the number of stderr, and a
// limit on the size of files is an error of writing instead of a signal.
void prepare_process();

// Says that memory ran out, and how much was asked for. Needs none itself.
void say_out_of_memory();

}  // namespace intarsia::cli
