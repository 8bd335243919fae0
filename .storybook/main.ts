import type { StorybookConfig } from '@storybook/react-vite';

/** The stories come from the definitions: the codegen writes one file a widget, and one each for all forms, lists and field controls. */
const config: StorybookConfig = {
  stories: ['../generated/stories/**/*.stories.tsx', '../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-vitest'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
};

export default config;
