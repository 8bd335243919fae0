/** The time zone of the user's days. Filters such as "today" use it. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
