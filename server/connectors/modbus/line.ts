/**
 * A connection to a device or gateway, with one request at a time. The library encodes and decodes the frames. A late,
 * incomplete or invalid frame ends the connection here, because the library would wait forever.
 */
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import jsmodbus, { type ModbusTCPClient } from 'jsmodbus';
import type { Place } from '../../platform/outboundAddress.ts';
import type { Block } from './blocks.ts';
import { bytesOf } from './codec.ts';
import { type Fault, faultOfException, ModbusFault } from './faults.ts';
import { createFrameCutter } from './frames.ts';

const CONNECT_MS = 3_000;
const ANSWER_MS = 1_000;
const BYTES_A_WORD = 2;

export type HostPlace = Place & { port: number };
/** `words` contains the bytes of one or more registers. */
export type Written = { coil: boolean } | { words: Buffer };

export interface Line {
  isOpen(): boolean;
  /** Returns the bytes of the block. Rejects with a `ModbusFault`. */
  read(unit: number, block: Pick<Block, 'area' | 'start' | 'count'>): Promise<Buffer>;
  /**
   * `many` selects the functions for several registers or coils (15, 16), even for one. Rejects with a `ModbusFault`.
   */
  write(unit: number, address: number, written: Written, many: boolean): Promise<void>;
  /** Runs the work exclusively, after all work that was requested before. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Rejects with the fault `unreachable`. */
function openSocket({ address, family, port }: HostPlace, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, family, port, signal, noDelay: true });
    const fail = (): void => {
      socket.destroy();
      reject(new ModbusFault('unreachable'));
    };
    socket.setTimeout(CONNECT_MS, fail);
    socket.on('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/**
 * The library has one client for each unit, and each client needs its own stream. All streams use the same connection.
 */
class UnitEnd extends Duplex {
  readonly client: ModbusTCPClient;
  readonly #send: (question: Buffer) => void;

  constructor(unit: number, send: (question: Buffer) => void) {
    super();
    this.#send = send;
    // The library only needs a stream that emits `connect`. It uses no other part of a socket.
    this.client = new jsmodbus.ModbusTCPClient(this as unknown as Socket, unit, ANSWER_MS);
    this.emit('connect');
  }

  override _read(): void {}

  override _write(question: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(question);
    done();
  }
}

type UserRequestError = InstanceType<typeof jsmodbus.UserRequestError>;
type UnitRequest = (client: ModbusTCPClient) => Promise<{ response: { body: unknown } }>;

const READS = {
  coil: 'readCoils',
  discrete: 'readDiscreteInputs',
  holding: 'readHoldingRegisters',
  input: 'readInputRegisters',
} as const;

function writing(address: number, written: Written, many: boolean): UnitRequest {
  if ('coil' in written)
    return (client) =>
      many
        ? client.writeMultipleCoils(address, [written.coil])
        : client.writeSingleCoil(address, written.coil);
  const { words } = written;
  return (client) =>
    many || words.length > BYTES_A_WORD
      ? client.writeMultipleRegisters(address, words)
      : client.writeSingleRegister(address, words.readUInt16BE());
}

/** Returns the exception code in the answer of a unit. */
const exceptionOf = ({ response }: UserRequestError): number =>
  (response?.body as { code?: number } | undefined)?.code ?? 0;

/** Returns a function that runs work one after the other. */
function createTurns(): Line['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/** Connects. Rejects with the fault `unreachable`. The connection ends when `signal` fires. */
export async function openLine(place: HostPlace, signal: AbortSignal): Promise<Line> {
  const socket = await openSocket(place, signal);
  const cutter = createFrameCutter();
  const units = new Map<number, UnitEnd>();
  let current: UnitEnd | null = null;
  let ended: Fault | null = null;

  function end(fault: Fault): void {
    ended ??= fault;
    socket.destroy();
    for (const unit of units.values()) unit.destroy();
  }

  socket.on('data', (bytes: Buffer) => {
    const frames = cutter.take(bytes);
    if (frames === null) return end('garbled');
    for (const frame of frames) current?.push(frame);
  });
  socket.on('close', () => end('closed'));
  socket.on('error', () => end('closed'));

  function endOf(unit: number): UnitEnd {
    const made =
      units.get(unit) ??
      new UnitEnd(unit, (question) => {
        cutter.asked(question);
        socket.write(question);
      });
    units.set(unit, made);
    return made;
  }

  async function send(unit: number, question: UnitRequest): Promise<unknown> {
    if (ended) throw new ModbusFault(ended);
    current = endOf(unit);
    try {
      const { response } = await question(current.client);
      return response.body;
    } catch (error) {
      if (!(error instanceof jsmodbus.UserRequestError)) throw error;
      if (error.err === 'ModbusException') throw new ModbusFault(faultOfException(exceptionOf(error)));
      end('silent');
      throw new ModbusFault(ended ?? 'silent');
    }
  }

  return {
    isOpen: () => ended === null,
    async read(unit, { area, start, count }) {
      const body = await send(unit, (client) => client[READS[area]](start, count));
      const bytes = (body as { valuesAsBuffer: Buffer }).valuesAsBuffer;
      if (bytes.length === bytesOf({ area, count })) return bytes;
      end('garbled');
      throw new ModbusFault('garbled');
    },
    async write(unit, address, written, many) {
      await send(unit, writing(address, written, many));
    },
    alone: createTurns(),
    close: () => end('closed'),
  };
}
