import { SERVER } from './server.js'

/** How often a property is tried at random: on a server, where the suite runs a second time, a third as often. */
export const runs = (most: number): number => (SERVER === undefined ? most : Math.ceil(most / 3))
