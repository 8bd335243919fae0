/** Versions of the validators that the server compiled for entities applied at run time. */
let versions: Readonly<Record<string, string>> = {};

export function applyValidators(applied: Readonly<Record<string, string>>): void {
  versions = applied;
}

/** Returns the address of a form's validator. Null if the built-in validator applies. */
export function validatorPath(form: string): string | null {
  const name = form.startsWith('entity/') ? form.slice('entity/'.length) : '';
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  return version === undefined ? null : `/manager/studio/validator/${name}?v=${version}`;
}
