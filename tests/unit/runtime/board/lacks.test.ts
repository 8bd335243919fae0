import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { WidgetDefinition } from '../../../../generated/definition.ts';
import { widgets } from '../../../../generated/widgets.ts';
import type { AnyWidgetModule } from '../../../../runtime/board/widget/widget.ts';
import { defaultConfig } from '../../../../runtime/core/document/config.ts';

const definitions: Readonly<Record<string, WidgetDefinition>> = widgets;
const ROOT = new URL('../../../../widgets/', import.meta.url);

it('separates widgets that need a choice of the user from those that are complete', async () => {
  const types = readdirSync(ROOT, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
  const empty: string[] = [];
  for (const type of types) {
    const { default: module }: { default: AnyWidgetModule } = await import(
      `../../../../widgets/${type}/index.ts`
    );
    if (module.lacks?.(defaultConfig(definitions[type]!.config))) empty.push(type);
  }
  expect(empty.sort()).toEqual([
    'customText',
    'dodAnalysis',
    'gauge',
    'histogram',
    'image',
    'keyData',
    'multiKeyData',
    'proportion',
    'recordChart',
    'recordFigure',
    'recordFunnel',
    'recordList',
    'recordPivot',
    'recordRanking',
    'recordShare',
    'singleData',
    'todayEnergy',
    'trend',
  ]);
});
