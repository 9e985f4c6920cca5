import { derivePalette } from './broker/companies/palette/derive-palette'
import fs from 'node:fs'
const theme = JSON.parse(fs.readFileSync('themes/graphite.json','utf8'))
for (const c of ['#808080','#64748b','#c8d3e0','#ffffff','#c73b43','#1e6bff']) { const r=derivePalette(c,theme); console.log(c, r.ok? [r.palette.light.brand,r.palette.light['brand-mark'],r.palette.light['brand-text'],r.palette.dark.brand,r.palette.dark['brand-mark'],r.palette.dark['brand-text']]:r.reasons)}
