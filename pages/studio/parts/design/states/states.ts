/** Edits the states of a record, and the buttons that lead from one to another. */
import type { EntityDefinition, Field, Option, Text } from '../../../../../generated/definition.ts';
import { fieldsOf, optionsOf, someOf } from '../entityDoc.ts';
import { freeKey, keyOfTitle, type Spell } from '../keys.ts';

type States = NonNullable<EntityDefinition['states']>;
export type Move = States['transitions'][number];
export type Value = States['initial'];

const text = (zh: string, en: string): Text => ({ zh, en });
const FIELD: Text = text('状态', 'State');
const START: Option[] = [
  { value: 'draft', title: text('草稿', 'Draft'), color: 'neutral' },
  { value: 'done', title: text('完成', 'Done'), color: 'normal' },
];
/** Actions that every entity has. No button may have one of these names. */
const RESERVED = [
  ...['list', 'get', 'create', 'update', 'delete', 'import', 'export', 'submit', 'handover', 'share'],
  'publish',
];
/** The field of a button for a reason, which remains in the history. */
export const REASON = 'reason';
const REASON_FIELD: Field = {
  type: 'string',
  title: text('原因', 'Reason'),
  maxLength: 500,
  'x-control': 'textarea',
};

/** Returns the states by name. Those of a dictionary are changed there. */
export function statesOf(entity: EntityDefinition): readonly Option[] {
  return optionsOf(entity.states && fieldsOf(entity)[entity.states.field]);
}

export const statesAreOwn = (entity: EntityDefinition): boolean =>
  fieldsOf(entity)[entity.states?.field ?? '']?.['x-options'] !== undefined;

export const movesOf = ({ states }: EntityDefinition): readonly Move[] => states?.transitions ?? [];

/** Adds a record's first two states, shown and filtered in its list. */
export function addStates(entity: EntityDefinition): EntityDefinition {
  const field = freeKey('state', Object.keys(fieldsOf(entity)));
  const { list } = entity;
  return {
    ...entity,
    schema: {
      ...entity.schema,
      properties: {
        ...fieldsOf(entity),
        [field]: { type: 'string', title: FIELD, 'x-options': START, default: 'draft' },
      },
    },
    list: {
      ...list,
      columns: [...list.columns, field],
      filters: [...(list.filters ?? []), field],
    },
    states: {
      field,
      initial: 'draft',
      transitions: [{ name: 'finish', title: text('完成', 'Finish'), from: ['draft'], to: 'done' }],
    },
  };
}

function writeOptions(entity: EntityDefinition, options: readonly Option[]): EntityDefinition {
  const name = entity.states?.field ?? '';
  const field = { ...fieldsOf(entity)[name], 'x-options': [...options] };
  return { ...entity, schema: { ...entity.schema, properties: { ...fieldsOf(entity), [name]: field } } };
}

const withStates = (entity: EntityDefinition, change: (states: States) => States): EntityDefinition =>
  entity.states ? { ...entity, states: change(entity.states) } : entity;

export function addState(entity: EntityDefinition): EntityDefinition {
  const options = statesOf(entity);
  const value = freeKey(
    `state${options.length + 1}`,
    options.map((one) => String(one.value)),
  );
  const title = text(`状态 ${options.length + 1}`, `State ${options.length + 1}`);
  return writeOptions(entity, [...options, { value, title, color: 'info' }]);
}

export const changeState = (
  entity: EntityDefinition,
  value: Value,
  change: Partial<Option>,
): EntityDefinition =>
  writeOptions(
    entity,
    statesOf(entity).map((option) => (option.value === value ? { ...option, ...change } : option)),
  );

const swap = (from: Value, to: Value) => (value: Value) => (value === from ? to : value);

/** Changes the value of a state, wherever it is named. */
function renameState(entity: EntityDefinition, from: Value, to: Value): EntityDefinition {
  const renamed = swap(from, to);
  const named = withStates(changeState(entity, from, { value: to }), (states) => ({
    ...states,
    initial: renamed(states.initial),
    transitions: states.transitions.map((move) => ({
      ...move,
      ...(move.from && { from: move.from.map(renamed) }),
      ...(move.to !== undefined && { to: renamed(move.to) }),
    })),
    ...(states.locked && { locked: { ...states.locked, in: states.locked.in.map(renamed) } }),
  }));
  return withInitial(named, named.states?.initial ?? to);
}

/** Sets the initial state of a new record. */
export function withInitial(entity: EntityDefinition, initial: Value): EntityDefinition {
  const name = entity.states?.field ?? '';
  const { default: _, ...field } = fieldsOf(entity)[name] ?? {};
  return {
    ...withStates(entity, (states) => ({ ...states, initial })),
    schema: {
      ...entity.schema,
      properties: { ...fieldsOf(entity), [name]: { ...field, default: initial } },
    },
  };
}

/** Renames a state. Its value follows until a record has it. */
export function titleState(
  entity: EntityDefinition,
  value: Value,
  title: Text,
  { isNew, spell }: { isNew: boolean; spell: Spell },
): EntityDefinition {
  const titled = changeState(entity, value, { title });
  if (!isNew) return titled;
  const others = statesOf(entity).flatMap((option) => (option.value === value ? [] : [String(option.value)]));
  return renameState(titled, value, freeKey(keyOfTitle(title, spell, String(value)), others));
}

/** Removes a state, with the buttons that lead there or begin only there. */
export function removeState(entity: EntityDefinition, value: Value): EntityDefinition {
  const left = writeOptions(
    entity,
    statesOf(entity).filter((option) => option.value !== value),
  );
  const without = withStates(left, ({ locked, ...states }) => {
    const closed = locked?.in.filter((one) => one !== value) ?? [];
    return {
      ...states,
      transitions: states.transitions
        .filter(({ to }) => to !== value)
        .map((move) => ({ ...move, from: move.from?.filter((one) => one !== value) }))
        .filter(({ from }) => from === undefined || from.length > 0),
      ...(locked && closed.length > 0 && { locked: { ...locked, in: closed } }),
    };
  });
  const [first] = statesOf(without);
  return entity.states?.initial === value && first ? withInitial(without, first.value as Value) : without;
}

/** Closes or opens a state. In a closed state a record is neither changed nor deleted. */
export const closeState = (entity: EntityDefinition, value: Value, isClosed: boolean): EntityDefinition =>
  withStates(entity, ({ locked, ...states }) => {
    const others = locked?.in.filter((one) => one !== value) ?? [];
    const closed = someOf(isClosed ? [...others, value] : others);
    return closed ? { ...states, locked: { ...locked, in: closed } } : states;
  });

/** Adds a transition between two states. */
export function addMove(entity: EntityDefinition, from: Value, to: Value): EntityDefinition {
  const target = statesOf(entity).find(({ value }) => value === to);
  const title = target?.title ?? text('下一步', 'Next');
  const name = moveName(entity, title, () => '', null);
  return withStates(entity, (states) => ({
    ...states,
    transitions: [...states.transitions, { name, title, from: [from], to }],
  }));
}

/** Returns a key that no other button has, and that is not reserved. */
function moveName(entity: EntityDefinition, title: Text, spell: Spell, before: string | null): string {
  const key = keyOfTitle(title, spell, 'move');
  const others = [...movesOf(entity), ...(entity.actions ?? [])]
    .map(({ name }) => name)
    .filter((name) => name !== before);
  return freeKey(RESERVED.includes(key) ? `${key}It` : key, others);
}

export const changeMove = (entity: EntityDefinition, at: number, change: Partial<Move>): EntityDefinition =>
  withStates(entity, (states) => ({
    ...states,
    transitions: states.transitions.map((move, index) => (index === at ? { ...move, ...change } : move)),
  }));

export function titleMove(
  entity: EntityDefinition,
  at: number,
  title: Text,
  { isNew, spell }: { isNew: boolean; spell: Spell },
): EntityDefinition {
  const before = movesOf(entity)[at]?.name ?? null;
  const name = isNew ? moveName(entity, title, spell, before) : before;
  return changeMove(entity, at, { title, ...(name && { name }) });
}

export const removeMove = (entity: EntityDefinition, at: number): EntityDefinition =>
  withStates(entity, (states) => ({ ...states, transitions: states.transitions.toSpliced(at, 1) }));

/** Returns the fields that a button asks for: fields of the record, which it writes, and a reason. */
export const asksOf = ({ form }: Move): string[] => Object.keys(form?.properties ?? {});

export function askFor(entity: EntityDefinition, at: number, names: readonly string[]): EntityDefinition {
  const move = movesOf(entity)[at];
  const before = move?.form?.properties ?? {};
  const fields = names.map((name): [string, Field] => [
    name,
    before[name] ?? (name === REASON ? REASON_FIELD : (fieldsOf(entity)[name] ?? {})),
  ]);
  const properties = Object.fromEntries(fields);
  return changeMove(entity, at, {
    form: names.length > 0 ? { type: 'object', properties, required: [...names] } : undefined,
  });
}

/** Returns the fields that a button may ask for. */
export const listAskedFields = (entity: EntityDefinition): string[] =>
  Object.entries(fieldsOf(entity)).flatMap(([name, field]) =>
    field.readOnly || name === entity.states?.field || field.type === 'array' ? [] : [name],
  );
