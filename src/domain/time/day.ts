/** The day of the UTC calendar. */
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
