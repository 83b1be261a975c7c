// Column kinds that every table shares.
import { timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
