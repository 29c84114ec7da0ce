// A client of the gRPC frontier of another make: TLS, token; put, list, get. Needs @grpc/grpc-js, @grpc/proto-loader, cert.pem,
// token, and set.bin: the file descriptors of crawlercommons.urlfrontier.Urlfrontier (getDescriptor().toProto() and its imports).
//   node frontier-client.js good|notoken|badtoken|plain|wrongca
const grpc=require('@grpc/grpc-js'),pl=require('@grpc/proto-loader'),fs=require('fs');
const p=grpc.loadPackageDefinition(pl.loadFileDescriptorSetFromBuffer(fs.readFileSync('set.bin'),{keepCase:true}));
const S=p.urlfrontier.URLFrontier; const [,,mode]=process.argv; const token=fs.readFileSync('token','utf8').trim();
const ca=fs.readFileSync('cert.pem');
const call=grpc.credentials.createFromMetadataGenerator((_,cb)=>{const m=new grpc.Metadata(); m.add('authorization','Bearer '+(mode==='badtoken'?'x'.repeat(48):token)); cb(null,m);});
const tls=mode==='wrongca'?grpc.credentials.createSsl():grpc.credentials.createSsl(ca);
const cred=mode==='plain'?grpc.credentials.createInsecure():mode==='notoken'?tls:grpc.credentials.combineChannelCredentials(tls,call);
const c=new S('localhost:7071',cred); const d=()=>({deadline:Date.now()+5000});
const one=(n,a)=>new Promise(r=>c[n](a,d(),(e,v)=>r(e?`${n}: ${e.code} ${e.details}`:`${n}: ${JSON.stringify(v)}`)));
(async()=>{
 console.log('==',mode);
 const put=c.PutURLs(d()); let acks=[]; const done=new Promise(r=>{put.on('data',v=>acks.push(v.status));put.on('end',()=>r('ok'));put.on('error',e=>r(`PutURLs: ${e.code} ${e.details}`));});
 for(let i=0;i<3;i++) put.write({ID:'u'+i,discovered:{info:{url:'http://h.test/'+i,key:'h.test',crawlID:'z'}}}); put.end();
 console.log('put',await done,acks);
 console.log(await one('ListCrawls',{}));
 const get=c.GetURLs({max_urls_per_queue:1,max_queues:1,key:'',crawlID:'z'},d()); console.log('get',await new Promise(r=>{const g=[];get.on('data',v=>g.push(v.url));get.on('end',()=>r(g));get.on('error',e=>r(`${e.code} ${e.details}`));}));
 c.close();
})();
