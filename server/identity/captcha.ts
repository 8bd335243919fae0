import { createHash, timingSafeEqual } from 'node:crypto';
import svgCaptcha from 'svg-captcha';

/** A captcha is valid this long, and for one answer only. */
export const CAPTCHA_SECONDS = 300;
const LENGTH = 4;

export interface Drawing {
  text: string;
  svg: string;
}

// With a ground of its own the library draws in random colours, many too pale to read; so the ground is ours.
const GROUND = '<rect width="100%" height="100%" fill="#fff"/>';

/** Distorted dark letters, without the ones that look alike, on a light ground in either theme. */
export function drawCaptcha(): Drawing {
  const { text, data } = svgCaptcha.create({
    size: LENGTH,
    noise: 2,
    width: 120,
    height: 40,
    fontSize: 46,
    ignoreChars: '0oO1iIlL5sS2zZ8B9gquvUVwWcC',
    color: false,
  });
  return { text, svg: data.replace('>', `>${GROUND}`) };
}

/** What the database keeps of an answer: letter case and blanks don't matter. */
export function captchaHash(id: string, answer: string): string {
  return createHash('sha256')
    .update(`${id}:${answer.replace(/\s/g, '').toLowerCase()}`)
    .digest('hex');
}

export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
