import { makePartsControl } from '../../kit/parts/partsControl.tsx';
import type { FieldView } from '../views.ts';
import { PARTS } from './words.ts';

export const view: FieldView = { Control: makePartsControl('words', PARTS) };
