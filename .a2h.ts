import { chromium } from 'playwright'
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']})
const p=await b.newPage({viewport:{width:1500,height:1500}}); await p.goto('file:///tmp/candor/a2/preview-pink/index.html'); await p.waitForTimeout(1500); await p.screenshot({path:'/tmp/candor/a2/pv1.png'})
await p.locator('#colours').scrollIntoViewIfNeeded(); await p.evaluate(()=>document.querySelector('#colours')!.scrollIntoView()); await p.waitForTimeout(500); await p.screenshot({path:'/tmp/candor/a2/pv2.png'}); await b.close()
