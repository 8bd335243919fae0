/**
 * What is read of one connection to our listener, and when. A large message is read when there is room for all of it,
 * in the order in which they were announced; until then it stays with its sender. Small ones are read at once, but who
 * has some that wait sends no more of them while the room is used up.
 */
import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import type { Budget, Hold } from './budget.ts';

export interface Flow {
  /** Who it is is known: large messages are read from now on. */
  admit(): void;
  /** A message of so many bytes was read; to be called when it is done with. */
  message(bytes: number): () => void;
}

/** What is read ahead of a sender while its messages wait for room; what is larger asks for room. */
export const READ_AHEAD = 16 * 1024;
const MAX_PACKET = 1024 * 1024;
/** A sign-in is never so long. */
const MAX_CONNECT = 64 * 1024;
/** Who has got room and does not fill it for so long gives it to those that wait. */
const STALLED_MS = 60_000;

/** The parts of the broker's parser that say what it is in the middle of; a length of -1: nothing is announced. */
interface Parser {
  packet: { cmd?: string; length: number };
  on(event: 'packet', heard: () => void): void;
}

/** `tooLarge` hears of a packet that is cut off at its announcement: the broker would hold any in memory. */
export function flow_bound(budget: Budget, client: Client, socket: Socket, tooLarge: () => void): Flow {
  const { _parser: parser } = client as unknown as { _parser: Parser };
  const read = socket.read.bind(socket);
  let admitted = false;
  /** Messages that were read and wait. */
  let waiting = 0;
  /** Room for the message that is being read. */
  let announced: Hold | null = null;
  let stalled: NodeJS.Timeout | undefined;
  /** The broker wanted to read and may not yet. */
  let held = false;

  const goOn = (): void => {
    if (!held) return;
    held = false;
    setImmediate(() => socket.emit('readable'));
  };

  function stall_watch(): void {
    clearTimeout(stalled);
    stalled = setTimeout(() => {
      if (announced?.entered() && budget.isFull()) socket.destroy();
      else stall_watch();
    }, STALLED_MS).unref();
  }

  function announced_take(): Hold | null {
    const hold = announced;
    announced = null;
    clearTimeout(stalled);
    return hold;
  }

  function mayRead(): boolean {
    const { cmd, length } = parser.packet;
    if (length <= READ_AHEAD) return waiting === 0 || !budget.isFull();
    if (!admitted) return cmd === 'connect';
    if (!announced) {
      announced = budget.ask(length, goOn);
      stall_watch();
    }
    return announced.entered();
  }

  socket.read = (size) => {
    if (size === 0 || mayRead()) return read(size);
    held = true;
    return null;
  };
  socket.on('readable', () => {
    const { cmd, length } = parser.packet;
    if (length <= (cmd === 'connect' ? MAX_CONNECT : MAX_PACKET) || socket.destroyed) return;
    tooLarge();
    socket.destroy();
  });
  // What was announced and is no message needs its room no longer; messages have taken theirs along by now.
  parser.on('packet', () => announced_take()?.leave());
  socket.once('close', () => announced_take()?.leave());

  return {
    admit() {
      admitted = true;
      goOn();
    },
    message(bytes) {
      const hold = announced_take() ?? budget.take(bytes);
      waiting += 1;
      return () => {
        waiting -= 1;
        hold.leave();
        goOn();
      };
    },
  };
}
