/** Every character that a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g

/** What people may be shown of a text from outside, on one line. */
export const visible = (text: string): string => text.replaceAll(CONTROLS, ' ')
