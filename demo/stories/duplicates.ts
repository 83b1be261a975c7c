// Two people report the same problem, each in their own words.
import type { Stage, Story } from '../stage.js'

interface Pair {
  repository: string
  first: { title: string; body: string }
  second: { title: string; body: string }
}

const PAIRS: readonly Pair[] = [
  {
    repository: 'checkout',
    first: {
      title: 'Coupon code with a trailing space is rejected',
      body: 'Steps: copy the coupon code WELCOME10 from the mail, paste it into the coupon field of the checkout.\n\nExpected: the discount is applied.\nActual: "This coupon is not valid", because the pasted code ends with a space.'
    },
    second: {
      title: 'Pasted coupon is not valid when it ends with a space',
      body: 'I pasted the coupon WELCOME10 from the mail into the coupon field of the checkout and got "This coupon is not valid". Without the trailing space of the pasted code the discount is applied.'
    }
  },
  {
    repository: 'storefront',
    first: {
      title: 'Filter of sizes is lost after going back from a product page',
      body: 'Choose size M in the filter of sizes, open any product page, press the back button of the browser.\n\nExpected: the filter of sizes still says M.\nActual: all sizes are shown again and the list is at the top.'
    },
    second: {
      title: 'Back button resets the filter of sizes',
      body: 'When I choose a size in the filter, open a product page and press the back button of the browser, the filter of sizes is reset and all sizes are shown again. The list also jumps to the top.'
    }
  },
  {
    repository: 'notifications',
    first: {
      title: 'Unsubscribe link leads to a page with error 500',
      body: 'The unsubscribe link at the bottom of the weekly digest leads to a page with "500 Internal Server Error". The log says: TypeError: Cannot read properties of undefined (reading "subscription").'
    },
    second: {
      title: 'Error 500 when I unsubscribe from the weekly digest',
      body: 'Clicking the unsubscribe link of the weekly digest shows "500 Internal Server Error". TypeError: Cannot read properties of undefined (reading "subscription") is what our log has.'
    }
  },
  {
    repository: 'catalogue',
    first: {
      title: 'Import of products stops at the first empty price',
      body: 'The import of products from a CSV file stops with "ValueError: could not convert string to float" as soon as a row has an empty price. All rows after it are missing from the catalogue.'
    },
    second: {
      title: 'CSV import fails with ValueError if a price is empty',
      body: 'If one row of the CSV file has no price, the import of products ends with "ValueError: could not convert string to float" and the rows after that one are missing.'
    }
  },
  {
    repository: 'mobile-app',
    first: {
      title: 'Scanner shows a black screen on the second scan',
      body: 'Open the scanner, scan a barcode, go back, open the scanner again: the camera preview stays black until the app is closed. Seen on version 3.2.0 with Android 14.'
    },
    second: {
      title: 'Camera preview stays black when the scanner is opened again',
      body: 'After the first barcode was scanned, opening the scanner again shows only a black screen instead of the camera preview. Closing the app helps. Version 3.2.0, Android 14.'
    }
  },
  {
    repository: 'design-system',
    first: {
      title: 'Date picker selects the wrong day west of Greenwich',
      body: 'With the time zone America/New_York the date picker selects the day before the one that was clicked. It parses the date as UTC midnight and formats it in local time.'
    },
    second: {
      title: 'Date picker is off by one day in America/New_York',
      body: 'Clicking a day in the date picker selects the day before it, if the time zone of the browser is America/New_York. The date seems to be parsed as UTC midnight.'
    }
  }
]

export function* duplicate(stage: Stage): Story {
  const { world, random, people, homes } = stage
  const pair = random.one(PAIRS)
  const home = homes.find(({ repository }) => repository.name === pair.repository)
  if (!home) return
  const { repository, fullName } = home
  const isTold = [...repository.issues.values()].some(({ title }) => title === pair.second.title)
  if (isTold) return
  const { issue: first } = world.createIssue(repository, { ...pair.first, author: random.one(people) })
  stage.tell(`${fullName}#${first.number} opened: "${first.title}"`)
  yield 20 + random.below(40)
  const { issue: second } = world.createIssue(repository, { ...pair.second, author: random.one(people) })
  stage.tell(
    `${fullName}#${second.number} opened: "${second.title}", which is #${first.number} in other words`
  )
}
