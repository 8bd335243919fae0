/** Returns the first letter of a Latin name, or the last character of a Chinese name. */
export function nameInitial(name: string): string {
  const characters = [...name.trim()];
  const first = characters[0] ?? '?';
  return /\p{Script=Han}/u.test(first) ? (characters.at(-1) ?? first) : first.toUpperCase();
}

export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span className="wd-avatar" data-large={large} data-initial={nameInitial(name)} aria-hidden="true" />
  );
}
