import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './drizzle/tables/index.ts',
  out: './drizzle/migrations'
})
