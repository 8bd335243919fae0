/** The zone in which the days of this person begin; filters such as "today" are meant in it. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
