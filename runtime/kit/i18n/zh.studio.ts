/** These texts are those of the schema studio, in Chinese. */
export const zhStudio = {
  'studio.notAdmin': '只有平台管理员可以应用；您可以导出文件。',
} as const;
