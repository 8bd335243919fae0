import { describe, expect, it } from 'vitest';
import {
  generatePassword,
  hashPassword,
  verifyPassword,
} from '../../../../../server/engine/identity/signIn/password.ts';
import { findPasswordFault } from '../../../../../server/platform/passwordFault.ts';
import { processMs } from '../../../../support/server/processorTime.ts';

describe('the rule for passwords', () => {
  it.each([
    ['12345678', 'li', 'user.passwordCommon'],
    ['Password1', 'li', 'user.passwordCommon'],
    ['Sunshine2026', 'li', 'user.passwordCommon'],
    ['ｑｗｅｒｔｙ１２３', 'li', 'user.passwordCommon'],
    ['88888888', 'li', 'user.passwordCommon'],
    ['weak2weak2', 'weak2', 'user.passwordName'],
    ['my-WANG.wei-9', 'wang.wei', 'user.passwordName'],
    ['believe it or not', 'li', null],
    ['a good password', 'person7', null],
    ['x1-zk7wq', 'person7', null],
  ])('about %s of %s', (password, username, fault) => {
    expect(findPasswordFault(password, username)).toBe(fault);
  });
});

describe('passwords', () => {
  it('are argon2id hashes that only the same password matches', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('correct horsf', hash)).toBe(false);
  });

  it('are salted', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('match however the keyboard composed their letters', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  });

  it('never match a missing or a damaged hash', async () => {
    expect(await verifyPassword('x', null)).toBe(false);
    expect(await verifyPassword('x', 'x')).toBe(false);
    expect(await verifyPassword('', '')).toBe(false);
  });

  it('of an unknown account take as long to refuse as those of a known one', async () => {
    const hash = await hashPassword('known');
    const work = (stored: string | null) => processMs(() => verifyPassword('guess', stored));
    const ratios: number[] = [];
    for (let round = 0; round < 9; round += 1) ratios.push((await work(null)) / (await work(hash)));
    const ratio = ratios.sort((a, b) => a - b)[4]!;
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it('that are generated are long and without similar characters', () => {
    const passwords = Array.from({ length: 50 }, () => generatePassword());
    expect(new Set(passwords).size).toBe(50);
    for (const password of passwords) expect(password).toMatch(/^[^0O1Il]{16}$/);
  });
});
