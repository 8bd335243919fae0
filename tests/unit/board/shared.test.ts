import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { pages } from '../../../generated/pages.ts';
import { linkEnd_of, linkProblem_of } from '../../../pages/shared/parts/linkProblem.ts';
import { ApiError } from '../../../runtime/api/errors.ts';
import { is_sharedBoard, sharedBoard_path } from '../../../runtime/board/sharedAddress.ts';
import { lang_start } from '../../../runtime/i18n/lang.ts';
import { Guard } from '../../../runtime/page/Guard.tsx';
import { buildRoutes } from '../../../runtime/page/routes.tsx';

const TOKEN = 'a'.repeat(43);
const routes = buildRoutes(pages);
const isGuarded = (address: string) =>
  matchRoutes(routes, address)?.some(
    ({ route }: { route: RouteObject }) => (route.element as { type?: unknown } | null)?.type === Guard,
  );

describe('a link to a board', () => {
  it('leads to a page that asks nobody to sign in', () => {
    const address = sharedBoard_path(TOKEN);
    expect(matchRoutes(routes, address)?.at(-1)?.params).toEqual({ token: TOKEN });
    expect(isGuarded(address)).toBe(false);
    expect(isGuarded('/main/ems/map/monitor/dashboard')).toBe(true);
    expect(is_sharedBoard(address)).toBe(true);
    expect(is_sharedBoard('/main/shared/board/x')).toBe(false);
  });

  it('says why it shows nothing', () => {
    const answer = (status: number, code: number) => new ApiError({ failure: 'answer', status, code });
    expect(linkProblem_of(answer(404, 40471))).toBe('gone');
    expect(linkProblem_of(answer(400, 40001))).toBe('gone');
    expect(linkProblem_of(answer(429, 42900))).toBe('busy');
    expect(linkProblem_of(new ApiError({ failure: 'connection' }))).toBe('failed');
    const end = '2026-11-22T00:00:00Z';
    expect(linkEnd_of(end, Date.parse(end))).toBe('expired');
    expect(linkEnd_of(end, Date.parse(end) - 1)).toBe('revoked');
  });

  it('is read in the language of the browser', () => {
    expect(['en-GB', 'zh-TW', 'de'].map((name) => lang_start([name]))).toEqual(['en', 'zh', 'en']);
    expect(lang_start(['de', 'zh'])).toBe('zh');
    expect(lang_start([])).toBe('zh');
  });
});
