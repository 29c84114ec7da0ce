// node replay.mjs live OUT URL…   |  node replay.mjs replay OUT SOURCE URL…  | node replay.mjs diff OUT  | node replay.mjs asks URL…
import { createRequire } from 'module'; const require = createRequire(process.env.NODE_ROOT ?? process.cwd() + '/');
const { chromium } = require('playwright-core'); const { PNG } = require('pngjs');
import fs from 'fs'; import http from 'http'; import path from 'path';
const pm = (await import((process.env.NODE_ROOT ?? process.cwd() + '/') + 'node_modules/pixelmatch/index.js')).default;
const [,, what, out, ...rest] = process.argv;
const W=1200,H=900;
const name = u => u.replace(/^https?:\/\//,'').replace(/[^a-z0-9.]+/gi,'_').slice(0,120);
const launch = () => chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu','--hide-scrollbars','--disable-background-networking'] });
if (what==='live') {
  fs.mkdirSync(out,{recursive:true}); const b=await launch();
  for (const u of rest) { const p=await b.newPage({viewport:{width:W,height:H}}); await p.goto(u,{waitUntil:'networkidle'}); await p.waitForTimeout(500); await p.screenshot({path:`${out}/${name(u)}.live.png`}); await p.close(); }
  await b.close();
} else if (what==='asks') { // what Chromium asks for at several densities and widths
  const all=new Set(); const b=await launch();
  for (const dpr of [1,2,3]) for (const w of [400,700,1200]) for (const js of (process.env.JS ?? "true,false").split(",").map(x => x === "true")) {
    const c=await b.newContext({viewport:{width:w,height:4000},deviceScaleFactor:dpr,javaScriptEnabled:js});
    for (const u of [out,...rest]) { const p=await c.newPage(); p.on('request',r=>{ if(r.url().startsWith('http')) all.add(r.url().split('#')[0]); }); try { await p.goto(u,{waitUntil:'load',timeout:8000}); } catch(e) {} await p.waitForTimeout(300); await p.close(); }
    await c.close(); }
  await b.close(); console.log([...all].sort().join('\n'));
} else if (what==='replay') {
  const [source,...urls]=rest; const root=(process.env.NODE_ROOT ?? process.cwd() + '/') + 'package'; const outside=[];
  const srv=http.createServer((q,s)=>{ const u=new URL(q.url,'http://x'); let f;
    if (u.pathname==='/host.html') { s.setHeader('content-type','text/html'); return s.end(`<!doctype html><body style="margin:0"><script src="/ui.js"></script><replay-web-page style="display:block;width:${W}px;height:${H}px" source="/src/${path.basename(source)}" url="${u.searchParams.get('url')}" ${u.searchParams.get('ts')?`ts="${u.searchParams.get('ts')}"`:''} embed="replayonly" replayBase="/replay/"></replay-web-page>`); }
    if (u.pathname.startsWith('/src/')) f=path.join(path.dirname(source),decodeURIComponent(u.pathname.slice(5)));
    else f=path.join(root,u.pathname.replace('/replay/sw.js','/sw.js').replace(/^\/replay\//,'/'));
    if(!fs.existsSync(f)||fs.statSync(f).isDirectory()){s.statusCode=404;return s.end();}
    const size=fs.statSync(f).size; const t={'.js':'text/javascript','.html':'text/html','.json':'application/json','.wasm':'application/wasm'}[path.extname(f)]||'application/octet-stream'; s.setHeader('content-type',t); s.setHeader('accept-ranges','bytes');
    const r=/bytes=(\d*)-(\d*)/.exec(q.headers.range||''); if(r){ let a,b; if(r[1]===''){a=Math.max(0,size-Number(r[2]));b=size-1}else{a=Number(r[1]);b=r[2]?Math.min(Number(r[2]),size-1):size-1}
      s.statusCode=206;s.setHeader('content-range',`bytes ${a}-${b}/${size}`);s.setHeader('content-length',b-a+1);if(q.method==='HEAD')return s.end();return fs.createReadStream(f,{start:a,end:b}).pipe(s);}
    s.setHeader('content-length',size); if(q.method==='HEAD')return s.end(); fs.createReadStream(f).pipe(s); });
  await new Promise(r=>srv.listen(0,'127.0.0.1',r)); const base=`http://localhost:${srv.address().port}`;
  fs.mkdirSync(out,{recursive:true}); const b=await launch(); const c=await b.newContext({viewport:{width:W,height:H}});
  c.on('request',r=>{const u=r.url(); if(!u.startsWith(base)&&u.startsWith('http')&&!r.serviceWorker()) outside.push(u);});
  const failed=new Set(); c.on('response',r=>{ if(r.status()>=400) failed.add(r.status()+' '+r.url().replace(base,'')); });
  for (const spec of urls) { const [u,ts]=spec.split('@@'); const p=await c.newPage(); if(process.env.DEBUG) p.on('console',m=>console.log('console',m.text()));
    await p.goto(`${base}/host.html?url=${encodeURIComponent(u)}${ts?'&ts='+ts:''}`); let f=null;
    for(let i=0;i<80&&!f;i++){ await p.waitForTimeout(250); f=p.frames().find(x=>x.url().includes('mp_/'+u)); }
    if(!f){ console.log('no frame for',u,p.frames().map(x=>x.url())); await p.screenshot({path:`${out}/${name(spec)}.failed.png`}); await p.close(); continue; }
    try{ await f.waitForLoadState('load',{timeout:15000}); }catch(e){} await p.waitForTimeout(1200); const el=await f.frameElement(); await el.screenshot({path:`${out}/${name(spec)}.replay.png`}); await p.close(); }
  let said='nothing'; const q=await c.newPage(); await q.goto(`${base}/host.html?url=${encodeURIComponent(urls[0].split('@@')[0])}`);
  for(let i=0;i<40&&said==='nothing';i++){ await q.waitForTimeout(250); const f=q.frames().find(x=>x.url().includes('/replay/?')); if(!f) continue;
    said=await f.evaluate(async()=>{ for(const d of await indexedDB.databases()){ const db=await new Promise((r,x)=>{const o=indexedDB.open(d.name);o.onsuccess=()=>r(o.result);o.onerror=x});
      if([...db.objectStoreNames].includes('verification')){ const all=await new Promise(r=>{const g=db.transaction('verification').objectStore('verification').getAll();g.onsuccess=()=>r(g.result)}); const s=all.find(x=>x.id.endsWith('signature')); if(s) return s.expected===''?'none':String(s.matched); } } return 'nothing'; }); }
  console.log('signature verified by the viewer:',said);
  await b.close(); srv.close(); console.log('requests outside:',outside.length,outside.slice(0,5)); console.log([...failed].join('\n'));
} else if (what==='diff') {
  let worst=0; for (const f of fs.readdirSync(out).filter(f=>f.endsWith('.live.png'))) { const r=f.replace('.live.','.replay.'); if(!fs.existsSync(`${out}/${r}`)){console.log(f,'MISSING');worst=100;continue;}
    const A=PNG.sync.read(fs.readFileSync(`${out}/${f}`)),B=PNG.sync.read(fs.readFileSync(`${out}/${r}`)); if(A.width!==B.width||A.height!==B.height){console.log(f,'size',A.width,A.height,B.width,B.height);worst=100;continue;}
    const d=new PNG({width:A.width,height:A.height}); const n=pm(A.data,B.data,d.data,A.width,A.height,{threshold:0.1}); fs.writeFileSync(`${out}/${f.replace('.live.','.diff.')}`,PNG.sync.write(d)); const pc=100*n/(A.width*A.height); worst=Math.max(worst,pc); console.log(pc.toFixed(3)+' %',f); }
  console.log('worst',worst.toFixed(3),'%');
}
