/**
 * A Modbus TCP server of the library with some units behind it. Each has its own registers and a mode. It may answer
 * with exceptions, nothing, or bytes that are not Modbus.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import jsmodbus, { type ModbusTCPRequest } from 'jsmodbus';
import { parseModbusHosts } from '../../../server/platform/modbusSetting.ts';
import type { TestServer } from '../server/server.ts';

const { responses } = jsmodbus;
const PLACES = 2_000;
const WORD = 2;
/** Function codes above this one write. */
const LAST_READ = 4;

type Mode = 'answers' | 'silent' | 'garbage' | 'short' | 'stuck' | { exception: number };

export interface TestUnit {
  holding: Buffer;
  input: Buffer;
  coils: Buffer;
  discrete: Buffer;
  mode: Mode;
  /** Addresses of words that do not exist. */
  missing: Set<number>;
  /** Functions that it does not support. */
  unknown: Set<number>;
}

export interface ModbusDevice {
  port: number;
  unit(id: number): TestUnit;
  /** Each request as function, unit, address and number of places. */
  asked: string[];
  /** Returns the number of connections so far. */
  connections(): number;
  open(): number;
  /** True if answers are sent in two parts. */
  isSplit: boolean;
  /** Stops listening and ends all connections; `listen` starts again on the same port. */
  stop(): Promise<void>;
  listen(): Promise<void>;
}

const newUnit = (): TestUnit => ({
  ...{ holding: Buffer.alloc(PLACES * WORD), input: Buffer.alloc(PLACES * WORD) },
  ...{ coils: Buffer.alloc(PLACES), discrete: Buffer.alloc(PLACES), mode: 'answers' },
  ...{ missing: new Set(), unknown: new Set() },
});

type Request = ModbusTCPRequest<never>;
/** The fields of any request body that this server uses. */
interface Body {
  fc: number;
  start?: number;
  address?: number;
  count: number;
  value?: number;
  valuesAsBuffer?: Buffer;
  valuesAsArray?: readonly (number | boolean)[];
}
interface Answer {
  createPayload(): Buffer;
}

const addressOf = ({ start, address }: Body): number => start ?? address ?? 0;

const bits = (of: Buffer, start: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, at) => of[start + at] === 1);

/** Returns the answer of a working unit, in the form of the library's bodies. */
function bodyOf(unit: TestUnit, body: Body, count = body.count): Answer {
  const { fc } = body;
  const at = addressOf(body);
  const words = (of: Buffer) => of.subarray(at * WORD, (at + count) * WORD);
  const bytes = Math.ceil(count / 8);
  switch (fc) {
    case 1:
      return new responses.ReadCoilsResponseBody(bits(unit.coils, at, count), bytes);
    case 2:
      return new responses.ReadDiscreteInputsResponseBody(bits(unit.discrete, at, count), bytes);
    case 3:
      return new responses.ReadHoldingRegistersResponseBody(count * WORD, words(unit.holding));
    case 4:
      return new responses.ReadInputRegistersResponseBody(count * WORD, words(unit.input));
    case 5:
      unit.coils[at] = body.value ? 1 : 0;
      return new responses.WriteSingleCoilResponseBody(at, Boolean(body.value));
    case 6:
      unit.holding.writeUInt16BE(body.value ?? 0, at * WORD);
      return new responses.WriteSingleRegisterResponseBody(at, body.value ?? 0);
    case 15:
      unit.coils[at] = (body.valuesAsBuffer?.[0] ?? 0) & 1;
      return new responses.WriteMultipleCoilsResponseBody(at, count);
    default:
      body.valuesAsBuffer?.copy(unit.holding, at * WORD);
      return new responses.WriteMultipleRegistersResponseBody(at, count);
  }
}

const GARBAGE = Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n');

/** Returns the exception of a unit, or null. */
function exceptionOf({ mode, unknown, missing }: TestUnit, body: Body): number | null {
  if (typeof mode === 'object') return mode.exception;
  if (unknown.has(body.fc)) return 1;
  return Array.from({ length: body.count }, (_, place) => addressOf(body) + place).some((place) =>
    missing.has(place),
  )
    ? 2
    : null;
}

/** Returns the bytes of the answer, or null for no answer. */
function answerBytes(unit: TestUnit, request: Request): Buffer | null {
  const { mode } = unit;
  if (mode === 'silent') return null;
  if (mode === 'garbage') return GARBAGE;
  const body = request.body as unknown as Body;
  const reply = (answer: Answer): Buffer =>
    jsmodbus.ModbusTCPResponse.fromRequest(request, answer as never).createPayload();
  const exception = exceptionOf(unit, body);
  if (exception !== null)
    return reply(new responses.ExceptionResponseBody(body.fc as never, exception as never));
  // A stuck unit confirms a write, but does not store it.
  if (mode === 'stuck' && body.fc > LAST_READ) return reply(bodyOf(newUnit(), body));
  return reply(bodyOf(unit, body, mode === 'short' ? body.count - 1 : body.count));
}

/** Starts a Modbus device on a free port of this machine. */
export async function startModbusDevice(): Promise<ModbusDevice> {
  const units = new Map<number, TestUnit>();
  const sockets = new Set<Socket>();
  let made = 0;
  let server: Server;

  function answer(request: Request, send: (bytes: Buffer) => void): void {
    const body = request.body as unknown as Body;
    device.asked.push(`${body.fc} ${request.unitId} ${addressOf(body)} ${body.count}`);
    const bytes = answerBytes(device.unit(request.unitId), request);
    if (bytes) send(bytes);
  }

  /** Serves a connection. Sends answers in two parts if requested. */
  function follow(socket: Socket): void {
    made += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const write = socket.write.bind(socket) as (bytes: Buffer, done?: () => void) => boolean;
    socket.write = ((bytes: Buffer, done?: () => void) => {
      if (!device.isSplit) return write(bytes, done);
      write(bytes.subarray(0, bytes.length - 1));
      setTimeout(() => write(bytes.subarray(bytes.length - 1), done), 20);
      return true;
    }) as Socket['write'];
  }

  const device: ModbusDevice = {
    port: 0,
    asked: [],
    isSplit: false,
    unit(id) {
      const unit = units.get(id) ?? newUnit();
      units.set(id, unit);
      return unit;
    },
    connections: () => made,
    open: () => sockets.size,
    async listen() {
      server = createServer(follow);
      const own = new jsmodbus.ModbusTCPServer(server, {
        ...{ coils: undefined, discrete: undefined, holding: undefined, input: undefined },
      } as never);
      const names = ['Coils', 'DiscreteInputs', 'HoldingRegisters', 'InputRegisters'].map(
        (name) => `read${name}`,
      );
      for (const name of [
        ...names,
        'writeSingleCoil',
        'writeSingleRegister',
        'writeMultipleCoils',
        'writeMultipleRegisters',
      ])
        own.on(name as never, answer as never);
      await new Promise<void>((done) => server.listen(device.port, '127.0.0.1', done));
      device.port = (server.address() as AddressInfo).port;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
  await device.listen();
  return device;
}

/** Sets WATTDECK_MODBUS_HOSTS after the start, because tenants get their numbers only then. */
export function setModbusHosts({ app }: Pick<TestServer, 'app'>, text: string): void {
  Object.assign(app.services.config, { modbusHosts: parseModbusHosts(text) });
}
