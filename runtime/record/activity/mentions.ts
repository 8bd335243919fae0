/** Mentions: kept as `@[user id]`, written and read as `@name`. */
export interface PersonName {
  id: number;
  name: string;
}

const MENTION = /@\[(\d{1,15})\]/g;

/** People of the same name are told apart by their number, so that what is typed names one of them. */
export function peopleApart(people: readonly PersonName[]): PersonName[] {
  return people.map((person) =>
    people.some(({ id, name }) => name === person.name && id !== person.id)
      ? { ...person, name: `${person.name}(${person.id})` }
      : person,
  );
}

/** Returns what is typed, with the names of the people that were chosen, as it is kept. */
export function storeMentions(text: string, chosen: readonly PersonName[]): string {
  // 'Li Wei' before 'Li': a name may begin another.
  const people = [...chosen].sort((a, b) => b.name.length - a.name.length);
  let rest = text;
  let stored = '';
  while (rest !== '') {
    const index = rest.indexOf('@');
    if (index < 0) return stored + rest;
    stored += rest.slice(0, index);
    rest = rest.slice(index);
    const person = people.find(({ name }) => rest.startsWith(`@${name}`));
    stored += person ? `@[${person.id}]` : '@';
    rest = rest.slice(person ? person.name.length + 1 : 1);
  }
  return stored;
}

/** Returns what is kept, as it is typed. */
export function mentionsText(body: string, people: readonly PersonName[]): string {
  return mentionParts(body, people)
    .map((part) => (typeof part === 'string' ? part : `@${part.name}`))
    .join('');
}

/** Text and people in their order; unknown people stay as `@?`. */
export function mentionParts(body: string, people: readonly PersonName[]): (string | PersonName)[] {
  const parts: (string | PersonName)[] = [];
  let done = 0;
  for (const match of body.matchAll(MENTION)) {
    if (match.index > done) parts.push(body.slice(done, match.index));
    const id = Number(match[1]);
    parts.push(people.find((person) => person.id === id) ?? { id, name: '?' });
    done = match.index + match[0].length;
  }
  if (done < body.length) parts.push(body.slice(done));
  return parts;
}
