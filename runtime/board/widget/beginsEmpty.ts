import type { WidgetDefinition } from '../../../generated/definition.ts';
import { defaultConfig } from '../../core/document/config.ts';
import type { AnyWidgetModule, WidgetContext } from './widget.ts';

/** A widget that asks for nothing as it comes has nothing to show before somebody chose. */
export const beginsEmpty = (
  { config }: Pick<WidgetDefinition, 'config'>,
  { needs }: Pick<AnyWidgetModule, 'needs'>,
  context: WidgetContext,
): boolean => needs(defaultConfig(config), context).length === 0;
