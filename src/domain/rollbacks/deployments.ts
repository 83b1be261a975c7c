// Which workflows are deployments.

/** Lower-case words with a space around each: what is no letter and no digit separates them, and so does a capital. */
const wordsIn = (text: string): string =>
  ` ${text
    .replaceAll(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Whole words only: `product-tests` is no `prod`. A keyword may have several words. */
export const isDeployment = (texts: readonly string[], keywords: readonly string[]): boolean =>
  keywords
    .map(wordsIn)
    .some((keyword) => keyword.trim() !== '' && texts.some((text) => wordsIn(text).includes(keyword)))
