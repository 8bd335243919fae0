import { layoutStory, longStory } from './formStory.tsx';

export default { title: 'Form layouts' };
export const SectionsDefaultZh = layoutStory('sections', 'data', 'default', 'zh');
export const TabsDefaultEn = layoutStory('tabs', 'failed', 'default', 'en');
export const TabsDarkZh = layoutStory('tabs', 'failed', 'dark', 'zh');
export const StepsDefaultZh = layoutStory('steps', 'data', 'default', 'zh');
export const StepsDarkEn = layoutStory('steps', 'data', 'dark', 'en');
export const ManyFieldsDefaultEn = longStory('default', 'en');
