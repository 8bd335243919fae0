import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { pages } from '../../../../generated/pages.ts';
import { linkEndOf, linkProblemOf } from '../../../../pages/shared/parts/linkProblem.ts';
import { isSharedBoard, sharedBoardPath } from '../../../../runtime/board/widget/sharedAddress.ts';
import { ApiError } from '../../../../runtime/kit/api/errors.ts';
import { chooseLang } from '../../../../runtime/kit/i18n/lang.ts';
import { Guard } from '../../../../runtime/shell/app/Guard.tsx';
import { buildRoutes } from '../../../../runtime/shell/app/routes.tsx';

const TOKEN = 'a'.repeat(43);
const routes = buildRoutes(pages);
const isGuarded = (address: string) =>
  matchRoutes(routes, address)?.some(
    ({ route }: { route: RouteObject }) => (route.element as { type?: unknown } | null)?.type === Guard,
  );

describe('a link to a board', () => {
  it('opens a page without sign-in', () => {
    const address = sharedBoardPath(TOKEN);
    expect(matchRoutes(routes, address)?.at(-1)?.params).toEqual({ token: TOKEN });
    expect(isGuarded(address)).toBe(false);
    expect(isGuarded('/main/ems/map/monitor/dashboard')).toBe(true);
    expect(isSharedBoard(address)).toBe(true);
    expect(isSharedBoard('/main/shared/board/x')).toBe(false);
  });

  it('explains why it shows nothing', () => {
    const answer = (status: number, code: number) => new ApiError({ failure: 'answer', status, code });
    expect(linkProblemOf(answer(404, 40471))).toBe('gone');
    expect(linkProblemOf(answer(400, 40001))).toBe('gone');
    expect(linkProblemOf(answer(429, 42900))).toBe('busy');
    expect(linkProblemOf(new ApiError({ failure: 'connection' }))).toBe('failed');
    const end = '2026-11-22T00:00:00Z';
    expect(linkEndOf(end, Date.parse(end))).toBe('expired');
    expect(linkEndOf(end, Date.parse(end) - 1)).toBe('revoked');
  });

  it('is in the language of the browser', () => {
    expect(['en-GB', 'zh-TW', 'de'].map((name) => chooseLang([name]))).toEqual(['en', 'zh', 'en']);
    expect(chooseLang(['de', 'zh'])).toBe('zh');
    expect(chooseLang([])).toBe('zh');
  });
});
