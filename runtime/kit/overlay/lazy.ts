import { later } from './later.tsx';

export const loadQuestion = () => import('./QuestionDialog.tsx');

export const QuestionDialog = later(async () => ({ default: (await loadQuestion()).QuestionDialog }));
