/** The day of the UTC calendar. */
export const utcDay = (moment: Date) => moment.toISOString().slice(0, 10)
