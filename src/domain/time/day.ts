/** The UTC day of a timestamp. */
export const utcDay = (moment: Date) => moment.toISOString().slice(0, 10)
