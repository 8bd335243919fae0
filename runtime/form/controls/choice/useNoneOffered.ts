import type { WidgetProps } from '@rjsf/utils';
import { useT, useText } from '../../../kit/i18n/index.ts';
import type { RefTarget } from '../../values/refTarget.ts';

interface Found {
  search: string;
  failed: boolean;
  loading: boolean;
}

/** Returns the text of a picker without records. The field may explain the reason (x-emptyText). */
export function useNoneOffered({ options }: WidgetProps, { search, failed, loading }: Found): string {
  const t = useT();
  const text = useText();
  const { awaits } = options.ref as RefTarget;
  if (awaits) return t('form.refAwaits', { field: text(awaits) });
  if (failed) return t('form.refFailed');
  if (loading) return t('form.loading');
  return search === '' && typeof options.emptyText === 'string' ? options.emptyText : t('form.refEmpty');
}
