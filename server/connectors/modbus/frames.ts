/**
 * Splits the received bytes into frames of Modbus TCP, and compares each frame with the open request. A wrong number,
 * unit or function, or an impossible length, makes the bytes invalid.
 */

/** Number (2), protocol (2), length (2), unit (1), function (1). */
const PREFIX = 6;
const LEAST = 2;
const MOST = 254;
const EXCEPTION = 0x80;

export interface FrameCutter {
  /** Stores the request when it is sent. */
  asked(question: Buffer): void;
  /** Returns the complete frames in the bytes received so far. Null if the bytes are invalid. */
  take(bytes: Buffer): Buffer[] | null;
}

const fits = (frame: Buffer, question: Buffer): boolean =>
  frame.readUInt16BE(0) === question.readUInt16BE(0) &&
  frame[PREFIX] === question[PREFIX] &&
  (frame[PREFIX + 1]! & ~EXCEPTION) === question[PREFIX + 1];

export function createFrameCutter(): FrameCutter {
  let rest: Buffer = Buffer.alloc(0);
  let question: Buffer | null = null;

  /** Returns undefined if the frame is not complete, and null if the bytes are invalid. */
  function next(): Buffer | null | undefined {
    if (rest.length < PREFIX) return undefined;
    const length = rest.readUInt16BE(4);
    if (!question || rest.readUInt16BE(2) !== 0 || length < LEAST || length > MOST) return null;
    const size = PREFIX + length;
    if (rest.length < size) return undefined;
    const frame = rest.subarray(0, size);
    if (!fits(frame, question)) return null;
    question = null;
    rest = rest.subarray(size);
    return frame;
  }

  return {
    asked(sent) {
      question = sent;
    },
    take(bytes) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const frames: Buffer[] = [];
      for (let frame = next(); frame !== undefined; frame = next()) {
        if (frame === null) return null;
        frames.push(frame);
      }
      return frames;
    },
  };
}
