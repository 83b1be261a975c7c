// How text from outside may be shown anywhere: printable, short, and with no address that could be more than one.
import { storable } from './storable.js'

/** Half of a surrogate pair would make the host refuse the whole text. */
export const shortened = (text: string, longest: number): string =>
  storable(text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/** Controls, and marks that turn the direction of what follows, would let a text pose as another. Tabs stay. */
const UNPRINTABLE = /(?:[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?!\t)\p{Cc})+/gu

export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, ' ')

/** Only what cannot end a link in any channel. */
export const isPlainUrl = (url: string): boolean => /^https?:\/\/[\w.:/?&=%#~+-]{1,290}$/.test(url)
