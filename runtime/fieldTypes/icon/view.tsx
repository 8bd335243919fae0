import { Icon } from '../../kit/theme/Icon.tsx';
import type { FieldView, ShownProps } from '../views.ts';

const IconShown = ({ value }: ShownProps) => <Icon name={String(value)} label={String(value)} />;

export const view: FieldView = { Shown: IconShown };
