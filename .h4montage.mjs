import { chromium } from 'playwright'
import { readFileSync } from 'node:fs'
const [,, out, width, ...names] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: 1800, height: 900 } })
await p.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#888">${names.map(n=>`<img style="width:${width}px" src="data:image/png;base64,${readFileSync('/tmp/candor/shots-h4/'+n+'.png').toString('base64')}">`).join('')}</body>`)
await p.waitForTimeout(300); await p.screenshot({ path: '/tmp/candor/shots-h4/'+out+'.png', fullPage: true }); await b.close()
