/**
 * A sample of the generated matrix (tests/matrix): every page once, sizes, brands and languages going round. The whole of it is
 * `npm run matrix`.
 */
import { planShortSample, SITES, SIZES } from '../matrix/plan'
import { Eye } from '../matrix/visit'
import { makeWorlds, type Worlds } from '../matrix/world'
import { expect, test, walkLimit } from './site-test'

let worlds: Worlds
test.beforeAll(async () => {
  worlds = await makeWorlds(SITES)
})

for (const size of SIZES) {
  test(`every second page is right on a ${size}`, async ({ browser }) => {
    test.setTimeout(walkLimit())
    const eye = await Eye.open(browser, size)
    const found: string[] = []
    for (const visit of planShortSample(0, [size])) {
      const world = worlds.get(visit.site)
      if (world === undefined) throw new Error(`nobody was made at ${visit.site}`)
      const { site, place, language, mode } = visit
      for (const fault of await eye.look(visit, world)) found.push(`${site} ${language} ${mode} ${place.as} ${place.path}: ${fault}`)
    }
    await eye.close()
    expect(found).toEqual([])
  })
}
