/** Loaded before the server: its clock is off by as many milliseconds as a file says. */
import { readFileSync } from 'node:fs';

const FILE = process.env.WATTDECK_TEST_CLOCK ?? '';
const Real = Date;
let offset = 0;

const read = () => {
  try {
    offset = Number(readFileSync(FILE, 'utf8')) || 0;
  } catch {
    // The file is being written.
  }
};
read();
setInterval(read, 50).unref();

class ShiftedDate extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + offset);
    else super(...given);
  }
  static now() {
    return Real.now() + offset;
  }
  static [Symbol.hasInstance](one) {
    return one instanceof Real;
  }
}
globalThis.Date = ShiftedDate;
