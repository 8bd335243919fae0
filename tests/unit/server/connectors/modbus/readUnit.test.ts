import { expect, it } from 'vitest';
import type { Block } from '../../../../../server/connectors/modbus/blocks.ts';
import { type Fault, ModbusFault } from '../../../../../server/connectors/modbus/faults.ts';
import type { Unit } from '../../../../../server/connectors/modbus/plan.ts';
import { followPlan, loseUnit, readUnit } from '../../../../../server/connectors/modbus/readUnit.ts';
import type { Register } from '../../../../../server/connectors/modbus/registers.ts';

const register = (code: string, address: number, more: Partial<Register> = {}): Register => ({
  ...{
    code,
    area: 'holding',
    address,
    encoding: 'u16',
    byteOrder: 'abcd',
    bit: 0,
    writable: false,
    scaleAddress: null,
    ...more,
  },
});
const unit = (...registers: Register[]): Unit => ({ deviceSn: 'D', unit: 3, registers, isMisplaced: false });
/** Returns words that contain their own address. */
const words = ({ start, count }: Block): Buffer => {
  const bytes = Buffer.alloc(count * 2);
  for (let at = 0; at < count; at += 1) bytes.writeUInt16BE(start + at, at * 2);
  return bytes;
};
const failing = (fault: Fault) => () => Promise.reject(new ModbusFault(fault));
let clock = 1_000;
const now = () => (clock += 1);

it('gives each block the time of its answer', async () => {
  const state = followPlan(unit(register('a', 1), register('b', 500)), undefined);
  clock = 1_000;
  expect(await readUnit(state, async (_, block) => words(block), now)).toEqual({
    good: [
      { ts: 1_001, values: { a: 1 } },
      { ts: 1_002, values: { b: 500 } },
    ],
    ...{ turnedBad: [], fault: null },
  });
});

it('reports once that a value became bad, and again after it was good', async () => {
  const state = followPlan(unit(register('a', 1)), undefined);
  const read = async (_: number, block: Block) => words(block);
  await readUnit(state, read, now);
  expect(await readUnit(state, failing('deviceFailure'), now)).toMatchObject({
    ...{ turnedBad: ['a'], fault: 'deviceFailure' },
  });
  expect((await readUnit(state, failing('deviceFailure'), now)).turnedBad).toEqual([]);
  await readUnit(state, read, now);
  expect((await readUnit(state, failing('silent'), now)).turnedBad).toEqual(['a']);
  expect(loseUnit(state)).toEqual([]);
});

it('reports no values of a silent unit that was never read', async () => {
  const silent = followPlan(unit(register('a', 1)), undefined);
  expect(await readUnit(silent, failing('silent'), now)).toMatchObject({ turnedBad: [], fault: 'silent' });
  const refusing = followPlan(unit(register('a', 1)), undefined);
  expect((await readUnit(refusing, failing('illegalFunction'), now)).turnedBad).toEqual(['a']);
});

it('finds the missing register, and reads the others from then on', async () => {
  const state = followPlan(unit(...[0, 1, 2, 3, 9].map((at) => register(`r${at}`, at))), undefined);
  const read = async (_: number, { start, count, ...block }: Block) => {
    if (start <= 2 && start + count > 2) throw new ModbusFault('illegalAddress');
    return words({ start, count, ...block });
  };
  const first = await readUnit(state, read, now);
  expect(first.good.flatMap(({ values }) => Object.keys(values)).sort()).toEqual(['r0', 'r1', 'r3', 'r9']);
  expect(first).toMatchObject({ turnedBad: ['r2'], fault: 'illegalAddress' });
  let questions = 0;
  const counted: typeof read = (...args) => {
    questions += 1;
    return read(...args);
  };
  await readUnit(state, counted, now);
  expect(questions).toBe(state.blocks.length);
  // After the same plan, the reader keeps what it learned. After another plan, it starts again.
  expect(followPlan(unit(...state.plan.registers), state).blocks).toBe(state.blocks);
  expect(followPlan(unit(register('r0', 0)), state).blocks).toHaveLength(1);
});

it('sends no more requests to a unit that does not answer', async () => {
  const state = followPlan(unit(register('a', 1), register('b', 500), register('c', 900)), undefined);
  await readUnit(state, async (_, block) => words(block), now);
  let requests = 0;
  const reading = await readUnit(
    state,
    async (_, block) => {
      requests += 1;
      if (requests === 2) throw new ModbusFault('gateway');
      return words(block);
    },
    now,
  );
  expect(reading).toMatchObject({ turnedBad: ['b', 'c'], fault: 'gateway' });
  expect(requests).toBe(2);
  expect(state.blocks).toHaveLength(3);
});

it('has no value for an invalid float, and reports a register that cannot be at this address', async () => {
  const state = followPlan(
    { ...unit(register('a', 0, { encoding: 'f32' }), register('b', 2)), isMisplaced: true },
    undefined,
  );
  const reading = await readUnit(state, async () => Buffer.from('7fc00000002a', 'hex'), now);
  expect(reading).toMatchObject({ turnedBad: ['a'], fault: 'illegalAddress', good: [{ values: { b: 42 } }] });
});

it('multiplies by the power of ten in another register, at any address', async () => {
  const registers = [
    register('power', 10, { encoding: 's16', scaleAddress: 12 }),
    register('voltage', 11, { scaleAddress: 500 }),
    register('plain', 13),
  ];
  const held = new Map([
    [10, -152],
    [11, 2_301],
    [12, 2],
    [13, 7],
    [500, -1],
  ]);
  const read = async (_: number, { start, count }: Block) => {
    const bytes = Buffer.alloc(count * 2);
    for (let at = 0; at < count; at += 1) bytes.writeInt16BE(held.get(start + at) ?? 0, at * 2);
    return bytes;
  };
  const state = followPlan(unit(...registers), undefined);
  const valuesOf = ({ good }: Awaited<ReturnType<typeof readUnit>>) =>
    Object.assign({}, ...good.map(({ values }) => values));
  expect(valuesOf(await readUnit(state, read, now))).toEqual({ power: -15_200, voltage: 230.1, plain: 7 });
  // A part that is not fitted reports no power. Its value is bad, and is reported once.
  held.set(500, -32_768);
  const lost = await readUnit(state, read, now);
  expect([valuesOf(lost), lost.turnedBad]).toEqual([{ power: -15_200, plain: 7 }, ['voltage']]);
  expect((await readUnit(state, read, now)).turnedBad).toEqual([]);
  held.set(500, 0);
  expect(valuesOf(await readUnit(state, read, now))).toMatchObject({ voltage: 2_301 });
  expect(loseUnit(state).sort()).toEqual(['plain', 'power', 'voltage']);
});

it.each([
  ['u16', 'ffff', 'fffe', 65_534],
  ['s16', '8000', '8001', -32_767],
  ['u32', 'ffffffff', 'fffffffe', 4_294_967_294],
  ['s32', '80000000', '80000001', -2_147_483_647],
  ['u64', 'ffffffffffffffff', '00000000000003e8', 1_000],
  ['s64', '8000000000000000', 'fffffffffffffc18', -1_000],
] as const)(
  'has no value where a device of SunSpec measures none, %s',
  async (encoding, none, some, value) => {
    const [scaled, plain] = [
      register('scaled', 0, { encoding, scaleAddress: 40 }),
      register('plain', 0, { encoding }),
    ];
    let content = none as string;
    const read = async (_: number, { count }: Block) => {
      const bytes = Buffer.alloc(count * 2);
      bytes.write(content, 'hex');
      return bytes;
    };
    const readPower = async (no: number, block: Block) =>
      block.start === 40 ? Buffer.alloc(2) : read(no, block);
    const state = followPlan(unit(scaled), undefined);
    expect(await readUnit(state, readPower, now)).toMatchObject({ good: [], turnedBad: ['scaled'] });
    content = some;
    expect(await readUnit(state, readPower, now)).toMatchObject({ good: [{ values: { scaled: value } }] });
    // Without a power of ten, the number is used unchanged.
    content = none;
    const { good } = await readUnit(followPlan(unit(plain), undefined), read, now);
    expect(good[0]?.values.plain).toBeTypeOf('number');
  },
);
