/** Mentions are stored as `@[user id]`, and shown as `@name`. */
export interface PersonName {
  id: number;
  name: string;
}

const MENTION = /@\[(\d{1,15})\]/g;

/** Numbers people with equal names, so that each typed name is unique. */
export function peopleApart(people: readonly PersonName[]): PersonName[] {
  return people.map((person) =>
    people.some(({ id, name }) => name === person.name && id !== person.id)
      ? { ...person, name: `${person.name}(${person.id})` }
      : person,
  );
}

/** Converts typed text to the stored form, with ids in place of the chosen people's names. */
export function storeMentions(text: string, chosen: readonly PersonName[]): string {
  // Longer names first, because 'Li' is also the beginning of 'Li Wei'.
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

/** Converts a stored text to its typed form. */
export function mentionsText(body: string, people: readonly PersonName[]): string {
  return mentionParts(body, people)
    .map((part) => (typeof part === 'string' ? part : `@${part.name}`))
    .join('');
}

/** Splits a text into texts and people in order. Unknown people become `@?`. */
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
