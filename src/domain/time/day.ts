/** The UTC day of a timestamp. */
export const utcDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** Whether a text is a day like 2026-01-31. JavaScript would turn February 31 into March 3. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00.000Z`)
  return text.length === 10 && !Number.isNaN(midnight.getTime()) && utcDay(midnight) === text
}
