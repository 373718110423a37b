// Generated from schemas/ by build/generate-protocol-code.ts. Do not edit.

import { isAbsoluteUri } from '../identifier.ts';
import { isTimestamp } from '../timestamp.ts';
import { hasUniqueItems } from '../unique-items.ts';
import runtime0 from 'ajv/dist/runtime/ucs2length.js';
const protocolFormats = { uri: isAbsoluteUri, 'date-time': isTimestamp };

const AutonomyMatrixFile = validate53;
const schema20 = {"title":"AutonomyMatrixFile","description":"What the assistant may sign alone: kinds of Commands by risk, budget and Mission (docs/assistant.md). Whatever no rule names is only proposed.","type":"object","additionalProperties":false,"required":["autonomy","rules"],"properties":{"autonomy":{"description":"Version of this format.","const":1},"limits":{"$ref":"#/$defs/AutonomyLimits"},"rules":{"description":"A Command is signed alone when one of these rules allows all of it.","type":"array","maxItems":100,"items":{"$ref":"#/$defs/AutonomyRule"}}}};
const schema21 = {"title":"AutonomyLimits","description":"How many Commands are signed alone at most, all rules together.","type":"object","additionalProperties":false,"properties":{"perMinute":{"description":"10 when left out.","type":"integer","minimum":1,"maximum":600},"perHour":{"description":"60 when left out.","type":"integer","minimum":1,"maximum":10000},"perDay":{"description":"300 when left out.","type":"integer","minimum":1,"maximum":100000}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "perMinute") || (key0 === "perHour")) || (key0 === "perDay"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema21,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.perMinute !== undefined){
let data0 = data.perMinute;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err1 = {instancePath:instancePath+"/perMinute",schemaPath:"#/properties/perMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema21.properties.perMinute.type,parentSchema:schema21.properties.perMinute,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 600 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/perMinute",schemaPath:"#/properties/perMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema21.properties.perMinute,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/perMinute",schemaPath:"#/properties/perMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema21.properties.perMinute,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.perHour !== undefined){
let data1 = data.perHour;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err4 = {instancePath:instancePath+"/perHour",schemaPath:"#/properties/perHour/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema21.properties.perHour.type,parentSchema:schema21.properties.perHour,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 10000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/perHour",schemaPath:"#/properties/perHour/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema21.properties.perHour,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/perHour",schemaPath:"#/properties/perHour/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema21.properties.perHour,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.perDay !== undefined){
let data2 = data.perDay;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err7 = {instancePath:instancePath+"/perDay",schemaPath:"#/properties/perDay/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema21.properties.perDay.type,parentSchema:schema21.properties.perDay,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 100000 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/perDay",schemaPath:"#/properties/perDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema21.properties.perDay,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/perDay",schemaPath:"#/properties/perDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema21.properties.perDay,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema21.type,parentSchema:schema21,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema22 = {"title":"AutonomyRule","description":"One field of the matrix: which Commands, for which Missions, up to which risk and which cost.","type":"object","additionalProperties":false,"required":["id","acts","missions","risk"],"properties":{"id":{"description":"The name by which everything signed under this rule cites it.","allOf":[{"$ref":"#/$defs/BriefName"}]},"because":{"description":"Why it was allowed, for people.","type":"string","minLength":1,"maxLength":500},"acts":{"description":"Kinds of Commands.","type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["mission.create","mission.assign_coordinator","mission.renew_coordinator","mission.submit_for_approval","mission.approve","mission.request_changes","mission.cancel","mission.terminate","mission.create_child","mission.create_follow_up","membership.change","membership.end","membership.grant_delegation","message.post","message.correct","message.retract","message.redact","work.propose","work.authorize","work.offer","work.accept_offer","work.start","work.checkpoint","work.block","work.unblock","work.submit","work.accept_result","work.fail","work.cancel","artifact.publish","approval.grant_execution","policy.grant_cooperation_override","ext.missionweaveprotocol.core.work_dependency_add","ext.missionweaveprotocol.core.work_execution_lease_renew"]}},"missions":{"description":"The Missions for which it holds.","type":"array","minItems":1,"maxItems":100,"uniqueItems":true,"items":{"$ref":"#/$defs/AutonomyMission"}},"withChildren":{"description":"Whether it holds for the child Missions of these Missions too; no when left out.","type":"boolean"},"risk":{"$ref":"#/$defs/AutonomyRisk"},"each":{"description":"What one Command may commit at most; nothing in any dimension that is not named.","allOf":[{"$ref":"#/$defs/BriefBudget"}]},"total":{"description":"What all Commands under this rule together may commit in one Mission; no bound of its own when left out.","allOf":[{"$ref":"#/$defs/BriefBudget"}]},"perHour":{"description":"How many Commands are signed under this rule in an hour; the limits alone bound it when left out.","type":"integer","minimum":1,"maximum":10000},"until":{"description":"When it ends to hold; never when left out.","allOf":[{"$ref":"#/$defs/AutonomyMoment"}]}}};
const func3 = Object.prototype.hasOwnProperty;
const func4 = (runtime0.default ?? runtime0);
const func0 = hasUniqueItems;
const schema23 = {"title":"BriefName","description":"A name inside the brief: lower-case letters, digits and single hyphens.","type":"string","maxLength":48,"pattern":"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"};
const pattern3 = new RegExp("^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$", "u");

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 48){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 48},message:"must NOT have more than 48 characters",schema:48,parentSchema:schema23,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern3.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"},message:"must match pattern \""+"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"+"\"",schema:"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$",parentSchema:schema23,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.type,parentSchema:schema23,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema24 = {"title":"AutonomyMission","description":"The id of a Mission, or all.","type":"string","maxLength":512,"pattern":"^(?:all|[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+)$"};
const pattern4 = new RegExp("^(?:all|[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+)$", "u");

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 512){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema24,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern4.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(?:all|[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+)$"},message:"must match pattern \""+"^(?:all|[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+)$"+"\"",schema:"^(?:all|[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+)$",parentSchema:schema24,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.type,parentSchema:schema24,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema25 = {"title":"AutonomyRisk","description":"The highest side effect risk of the WorkItems that a Command is about.","type":"string","enum":["none","reversible","external","high_risk","destructive"]};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.type,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((data === "none") || (data === "reversible")) || (data === "external")) || (data === "high_risk")) || (data === "destructive"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema25.enum},message:"must be equal to one of the allowed values",schema:schema25.enum,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema26 = {"title":"BriefBudget","description":"What may be consumed at most; what is not named is not available at all.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"money":{"type":"number","minimum":0},"currency":{"title":"BriefCurrency","description":"ISO 4217, for money.","type":"string","pattern":"^[A-Z]{3}$"},"modelTokens":{"$ref":"#/$defs/SafeInteger"},"toolCalls":{"$ref":"#/$defs/SafeInteger"},"computeSeconds":{"$ref":"#/$defs/SafeInteger"},"wallClockSeconds":{"$ref":"#/$defs/SafeInteger"},"externalActions":{"$ref":"#/$defs/SafeInteger"}}};
const pattern5 = new RegExp("^[A-Z]{3}$", "u");
const schema27 = {"title":"SafeInteger","type":"integer","minimum":0,"maximum":9007199254740991};

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate64.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema27.type,parentSchema:schema27,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data == "number"){
if(data > 9007199254740991 || isNaN(data)){
const err1 = {instancePath,schemaPath:"#/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema27,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data < 0 || isNaN(data)){
const err2 = {instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema27,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
validate64.errors = vErrors;
return errors === 0;
}
validate64.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema26,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "money") || (key0 === "currency")) || (key0 === "modelTokens")) || (key0 === "toolCalls")) || (key0 === "computeSeconds")) || (key0 === "wallClockSeconds")) || (key0 === "externalActions"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema26,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.money !== undefined){
let data0 = data.money;
if(typeof data0 == "number"){
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/money",schemaPath:"#/properties/money/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema26.properties.money,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/money",schemaPath:"#/properties/money/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema26.properties.money.type,parentSchema:schema26.properties.money,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.currency !== undefined){
let data1 = data.currency;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err4 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\"",schema:"^[A-Z]{3}$",parentSchema:schema26.properties.currency,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema26.properties.currency.type,parentSchema:schema26.properties.currency,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.modelTokens !== undefined){
if(!(validate64(data.modelTokens, {instancePath:instancePath+"/modelTokens",parentData:data,parentDataProperty:"modelTokens",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.toolCalls !== undefined){
if(!(validate64(data.toolCalls, {instancePath:instancePath+"/toolCalls",parentData:data,parentDataProperty:"toolCalls",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.computeSeconds !== undefined){
if(!(validate64(data.computeSeconds, {instancePath:instancePath+"/computeSeconds",parentData:data,parentDataProperty:"computeSeconds",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.wallClockSeconds !== undefined){
if(!(validate64(data.wallClockSeconds, {instancePath:instancePath+"/wallClockSeconds",parentData:data,parentDataProperty:"wallClockSeconds",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.externalActions !== undefined){
if(!(validate64(data.externalActions, {instancePath:instancePath+"/externalActions",parentData:data,parentDataProperty:"externalActions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema26.type,parentSchema:schema26,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema28 = {"title":"AutonomyMoment","description":"A moment such as 2026-06-01T18:00:00Z.","type":"string","format":"date-time"};
const formats0 = protocolFormats["date-time"];

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!(formats0(data))){
const err0 = {instancePath,schemaPath:"#/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema28,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema28.type,parentSchema:schema28,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema22.required,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.acts === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "acts"},message:"must have required property '"+"acts"+"'",schema:schema22.required,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.missions === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "missions"},message:"must have required property '"+"missions"+"'",schema:schema22.required,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.risk === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "risk"},message:"must have required property '"+"risk"+"'",schema:schema22.required,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(func3.call(schema22.properties, key0))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.id !== undefined){
if(!(validate57(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
}
if(data.because !== undefined){
let data1 = data.because;
if(typeof data1 === "string"){
if(func4(data1) > 500){
const err5 = {instancePath:instancePath+"/because",schemaPath:"#/properties/because/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema22.properties.because,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func4(data1) < 1){
const err6 = {instancePath:instancePath+"/because",schemaPath:"#/properties/because/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema22.properties.because,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/because",schemaPath:"#/properties/because/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema22.properties.because.type,parentSchema:schema22.properties.because,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.acts !== undefined){
let data2 = data.acts;
if(Array.isArray(data2)){
if(data2.length < 1){
const err8 = {instancePath:instancePath+"/acts",schemaPath:"#/properties/acts/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema22.properties.acts,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 !== "string"){
const err9 = {instancePath:instancePath+"/acts/" + i0,schemaPath:"#/properties/acts/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema22.properties.acts.items.type,parentSchema:schema22.properties.acts.items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((((((((((((((((((((((((((((((((((data3 === "mission.create") || (data3 === "mission.assign_coordinator")) || (data3 === "mission.renew_coordinator")) || (data3 === "mission.submit_for_approval")) || (data3 === "mission.approve")) || (data3 === "mission.request_changes")) || (data3 === "mission.cancel")) || (data3 === "mission.terminate")) || (data3 === "mission.create_child")) || (data3 === "mission.create_follow_up")) || (data3 === "membership.change")) || (data3 === "membership.end")) || (data3 === "membership.grant_delegation")) || (data3 === "message.post")) || (data3 === "message.correct")) || (data3 === "message.retract")) || (data3 === "message.redact")) || (data3 === "work.propose")) || (data3 === "work.authorize")) || (data3 === "work.offer")) || (data3 === "work.accept_offer")) || (data3 === "work.start")) || (data3 === "work.checkpoint")) || (data3 === "work.block")) || (data3 === "work.unblock")) || (data3 === "work.submit")) || (data3 === "work.accept_result")) || (data3 === "work.fail")) || (data3 === "work.cancel")) || (data3 === "artifact.publish")) || (data3 === "approval.grant_execution")) || (data3 === "policy.grant_cooperation_override")) || (data3 === "ext.missionweaveprotocol.core.work_dependency_add")) || (data3 === "ext.missionweaveprotocol.core.work_execution_lease_renew"))){
const err10 = {instancePath:instancePath+"/acts/" + i0,schemaPath:"#/properties/acts/items/enum",keyword:"enum",params:{allowedValues: schema22.properties.acts.items.enum},message:"must be equal to one of the allowed values",schema:schema22.properties.acts.items.enum,parentSchema:schema22.properties.acts.items,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(!(func0(data2))){
const err11 = {instancePath:instancePath+"/acts",schemaPath:"#/properties/acts/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema22.properties.acts,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/acts",schemaPath:"#/properties/acts/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema22.properties.acts.type,parentSchema:schema22.properties.acts,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.missions !== undefined){
let data4 = data.missions;
if(Array.isArray(data4)){
if(data4.length > 100){
const err13 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema22.properties.missions,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.length < 1){
const err14 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema22.properties.missions,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
if(!(validate59(data4[i1], {instancePath:instancePath+"/missions/" + i1,parentData:data4,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(!(func0(data4))){
const err15 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema22.properties.missions,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema22.properties.missions.type,parentSchema:schema22.properties.missions,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.withChildren !== undefined){
let data6 = data.withChildren;
if(typeof data6 !== "boolean"){
const err17 = {instancePath:instancePath+"/withChildren",schemaPath:"#/properties/withChildren/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema22.properties.withChildren.type,parentSchema:schema22.properties.withChildren,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.risk !== undefined){
if(!(validate61(data.risk, {instancePath:instancePath+"/risk",parentData:data,parentDataProperty:"risk",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
}
if(data.each !== undefined){
if(!(validate63(data.each, {instancePath:instancePath+"/each",parentData:data,parentDataProperty:"each",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data.total !== undefined){
if(!(validate63(data.total, {instancePath:instancePath+"/total",parentData:data,parentDataProperty:"total",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data.perHour !== undefined){
let data10 = data.perHour;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
const err18 = {instancePath:instancePath+"/perHour",schemaPath:"#/properties/perHour/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema22.properties.perHour.type,parentSchema:schema22.properties.perHour,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(typeof data10 == "number"){
if(data10 > 10000 || isNaN(data10)){
const err19 = {instancePath:instancePath+"/perHour",schemaPath:"#/properties/perHour/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema22.properties.perHour,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err20 = {instancePath:instancePath+"/perHour",schemaPath:"#/properties/perHour/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema22.properties.perHour,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.until !== undefined){
if(!(validate72(data.until, {instancePath:instancePath+"/until",parentData:data,parentDataProperty:"until",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema22.type,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.autonomy === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "autonomy"},message:"must have required property '"+"autonomy"+"'",schema:schema20.required,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.rules === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'",schema:schema20.required,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "autonomy") || (key0 === "limits")) || (key0 === "rules"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.autonomy !== undefined){
let data0 = data.autonomy;
if(1 !== data0){
const err3 = {instancePath:instancePath+"/autonomy",schemaPath:"#/properties/autonomy/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant",schema:1,parentSchema:schema20.properties.autonomy,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.limits !== undefined){
if(!(validate54(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
}
if(data.rules !== undefined){
let data2 = data.rules;
if(Array.isArray(data2)){
if(data2.length > 100){
const err4 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema20.properties.rules,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate56(data2[i0], {instancePath:instancePath+"/rules/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema20.properties.rules.type,parentSchema:schema20.properties.rules,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema20.type,parentSchema:schema20,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const CoordinatePolicyFile = validate75;
const schema29 = {"title":"CoordinatePolicyFile","description":"Within which bounds a Coordinator without a window works (docs/coordinate.md): which Missions it leads, what it signs alone, how it chooses, reviews and plans.","type":"object","additionalProperties":false,"required":["coordinate"],"properties":{"coordinate":{"description":"Version of this format.","const":1},"missions":{"description":"The Missions that it looks after where it is the Coordinator; all when left out.","type":"array","minItems":1,"maxItems":1000,"uniqueItems":true,"items":{"$ref":"#/$defs/AutonomyMission"}},"limits":{"$ref":"#/$defs/AutonomyLimits"},"rules":{"description":"A Command is signed alone when one of these rules allows all of it; nothing is when there are none.","type":"array","maxItems":100,"items":{"$ref":"#/$defs/AutonomyRule"}},"plan":{"$ref":"#/$defs/CoordinatePlan"},"ranking":{"$ref":"#/$defs/CoordinateRanking"},"offers":{"$ref":"#/$defs/CoordinateOffers"},"review":{"$ref":"#/$defs/CoordinateReview"},"promotion":{"$ref":"#/$defs/CoordinatePromotion"},"retry":{"description":"Which failures are tried again while attempts are left: those that the contract lists, which is how it is when left out, or any.","type":"string","enum":["listed-failures","any-failure"]},"blockers":{"description":"What answers a blocked Worker without a person; the first one that fits counts.","type":"array","maxItems":100,"items":{"$ref":"#/$defs/CoordinateBlocker"}},"children":{"$ref":"#/$defs/CoordinateChildren"}}};
const schema30 = {"title":"CoordinatePlan","description":"Where work comes from beside the people who write it at the desk.","type":"object","additionalProperties":false,"properties":{"proposals":{"description":"Whose Work Proposals are taken up as they are: of the MissionOwner, which is how it is when left out, of every member, or of nobody.","type":"string","enum":["owner","members","nobody"]},"patterns":{"description":"Whether a Mission without any work is planned from its definition of done; no when left out.","type":"boolean"}}};

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "proposals") || (key0 === "patterns"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema30,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.proposals !== undefined){
let data0 = data.proposals;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/proposals",schemaPath:"#/properties/proposals/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema30.properties.proposals.type,parentSchema:schema30.properties.proposals,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data0 === "owner") || (data0 === "members")) || (data0 === "nobody"))){
const err2 = {instancePath:instancePath+"/proposals",schemaPath:"#/properties/proposals/enum",keyword:"enum",params:{allowedValues: schema30.properties.proposals.enum},message:"must be equal to one of the allowed values",schema:schema30.properties.proposals.enum,parentSchema:schema30.properties.proposals,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.patterns !== undefined){
let data1 = data.patterns;
if(typeof data1 !== "boolean"){
const err3 = {instancePath:instancePath+"/patterns",schemaPath:"#/properties/patterns/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema30.properties.patterns.type,parentSchema:schema30.properties.patterns,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema30.type,parentSchema:schema30,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema31 = {"title":"CoordinateRanking","description":"How candidates for an offer are ordered.","type":"object","additionalProperties":false,"properties":{"weights":{"$ref":"#/$defs/CoordinateWeights"},"unknownPoints":{"description":"Points for what the log says nothing about, of 1000; 500 when left out.","type":"integer","minimum":0,"maximum":1000},"queueDepth":{"description":"Work that may wait with an Agent whose slots are all taken; 1 when left out.","type":"integer","minimum":0,"maximum":100},"asksPerAgent":{"description":"How often an Agent is asked in one round; 2 when left out.","type":"integer","minimum":1,"maximum":20}}};
const schema32 = {"title":"CoordinateWeights","description":"What counts how much; one of them at least is above zero.","type":"object","additionalProperties":false,"required":["deadlineFit","cost","reliability","load","fairness"],"properties":{"deadlineFit":{"description":"Whether it would be ready in time.","type":"integer","minimum":0,"maximum":1000},"cost":{"description":"What it would cost.","type":"integer","minimum":0,"maximum":1000},"reliability":{"description":"How its work of this kind has gone.","type":"integer","minimum":0,"maximum":1000},"load":{"description":"How much it has to do.","type":"integer","minimum":0,"maximum":1000},"fairness":{"description":"Who has had little lately.","type":"integer","minimum":0,"maximum":1000}}};

function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deadlineFit === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deadlineFit"},message:"must have required property '"+"deadlineFit"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cost === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cost"},message:"must have required property '"+"cost"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.reliability === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reliability"},message:"must have required property '"+"reliability"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.load === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "load"},message:"must have required property '"+"load"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.fairness === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fairness"},message:"must have required property '"+"fairness"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "deadlineFit") || (key0 === "cost")) || (key0 === "reliability")) || (key0 === "load")) || (key0 === "fairness"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.deadlineFit !== undefined){
let data0 = data.deadlineFit;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err6 = {instancePath:instancePath+"/deadlineFit",schemaPath:"#/properties/deadlineFit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.deadlineFit.type,parentSchema:schema32.properties.deadlineFit,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 1000 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/deadlineFit",schemaPath:"#/properties/deadlineFit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema32.properties.deadlineFit,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err8 = {instancePath:instancePath+"/deadlineFit",schemaPath:"#/properties/deadlineFit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema32.properties.deadlineFit,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.cost !== undefined){
let data1 = data.cost;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err9 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.cost.type,parentSchema:schema32.properties.cost,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000 || isNaN(data1)){
const err10 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema32.properties.cost,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err11 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema32.properties.cost,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.reliability !== undefined){
let data2 = data.reliability;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err12 = {instancePath:instancePath+"/reliability",schemaPath:"#/properties/reliability/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.reliability.type,parentSchema:schema32.properties.reliability,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 1000 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/reliability",schemaPath:"#/properties/reliability/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema32.properties.reliability,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err14 = {instancePath:instancePath+"/reliability",schemaPath:"#/properties/reliability/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema32.properties.reliability,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.load !== undefined){
let data3 = data.load;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err15 = {instancePath:instancePath+"/load",schemaPath:"#/properties/load/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.load.type,parentSchema:schema32.properties.load,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 1000 || isNaN(data3)){
const err16 = {instancePath:instancePath+"/load",schemaPath:"#/properties/load/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema32.properties.load,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err17 = {instancePath:instancePath+"/load",schemaPath:"#/properties/load/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema32.properties.load,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.fairness !== undefined){
let data4 = data.fairness;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err18 = {instancePath:instancePath+"/fairness",schemaPath:"#/properties/fairness/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.fairness.type,parentSchema:schema32.properties.fairness,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(typeof data4 == "number"){
if(data4 > 1000 || isNaN(data4)){
const err19 = {instancePath:instancePath+"/fairness",schemaPath:"#/properties/fairness/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema32.properties.fairness,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err20 = {instancePath:instancePath+"/fairness",schemaPath:"#/properties/fairness/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema32.properties.fairness,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate81.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "weights") || (key0 === "unknownPoints")) || (key0 === "queueDepth")) || (key0 === "asksPerAgent"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.weights !== undefined){
if(!(validate82(data.weights, {instancePath:instancePath+"/weights",parentData:data,parentDataProperty:"weights",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
}
if(data.unknownPoints !== undefined){
let data1 = data.unknownPoints;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err1 = {instancePath:instancePath+"/unknownPoints",schemaPath:"#/properties/unknownPoints/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.unknownPoints.type,parentSchema:schema31.properties.unknownPoints,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/unknownPoints",schemaPath:"#/properties/unknownPoints/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema31.properties.unknownPoints,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/unknownPoints",schemaPath:"#/properties/unknownPoints/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.unknownPoints,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.queueDepth !== undefined){
let data2 = data.queueDepth;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err4 = {instancePath:instancePath+"/queueDepth",schemaPath:"#/properties/queueDepth/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.queueDepth.type,parentSchema:schema31.properties.queueDepth,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 100 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/queueDepth",schemaPath:"#/properties/queueDepth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema31.properties.queueDepth,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/queueDepth",schemaPath:"#/properties/queueDepth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.queueDepth,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.asksPerAgent !== undefined){
let data3 = data.asksPerAgent;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err7 = {instancePath:instancePath+"/asksPerAgent",schemaPath:"#/properties/asksPerAgent/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.asksPerAgent.type,parentSchema:schema31.properties.asksPerAgent,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 20 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/asksPerAgent",schemaPath:"#/properties/asksPerAgent/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20},message:"must be <= 20",schema:20,parentSchema:schema31.properties.asksPerAgent,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/asksPerAgent",schemaPath:"#/properties/asksPerAgent/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.asksPerAgent,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate81.errors = vErrors;
return errors === 0;
}
validate81.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema33 = {"title":"CoordinateOffers","description":"How far a chain of offers goes.","type":"object","additionalProperties":false,"properties":{"asksPerRound":{"description":"Offers of one WorkItem before a person has to look; 6 when left out.","type":"integer","minimum":1,"maximum":100},"urgent":{"description":"Work so urgent is offered to several at once; critical when left out.","type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/RequestedUrgency"}},"urgentSet":{"description":"To so many at once; 3 when left out.","type":"integer","minimum":1,"maximum":20},"lasts":{"description":"How long an offer lasts; 5m when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"atLeast":{"description":"An offer that would have to be shorter is not made; 30s when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"ahead":{"description":"Whether work is offered while it waits for other work; no when left out.","type":"boolean"}}};
const schema34 = {"title":"RequestedUrgency","type":"string","enum":["routine","normal","high","critical"]};

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema34.type,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((((data === "routine") || (data === "normal")) || (data === "high")) || (data === "critical"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema34.enum},message:"must be equal to one of the allowed values",schema:schema34.enum,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema35 = {"title":"BriefDuration","description":"Days, hours, minutes and seconds, largest first, such as 90s, 5m, 1h30m or 2d.","type":"string","minLength":2,"maxLength":32,"pattern":"^(?:[0-9]{1,5}d)?(?:[0-9]{1,6}h)?(?:[0-9]{1,7}m)?(?:[0-9]{1,8}s)?$"};
const pattern6 = new RegExp("^(?:[0-9]{1,5}d)?(?:[0-9]{1,6}h)?(?:[0-9]{1,7}m)?(?:[0-9]{1,8}s)?$", "u");

function validate88(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate88.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 32){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func4(data) < 2){
const err1 = {instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters",schema:2,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern6.test(data)){
const err2 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(?:[0-9]{1,5}d)?(?:[0-9]{1,6}h)?(?:[0-9]{1,7}m)?(?:[0-9]{1,8}s)?$"},message:"must match pattern \""+"^(?:[0-9]{1,5}d)?(?:[0-9]{1,6}h)?(?:[0-9]{1,7}m)?(?:[0-9]{1,8}s)?$"+"\"",schema:"^(?:[0-9]{1,5}d)?(?:[0-9]{1,6}h)?(?:[0-9]{1,7}m)?(?:[0-9]{1,8}s)?$",parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate88.errors = vErrors;
return errors === 0;
}
validate88.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate85(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate85.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "asksPerRound") || (key0 === "urgent")) || (key0 === "urgentSet")) || (key0 === "lasts")) || (key0 === "atLeast")) || (key0 === "ahead"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.asksPerRound !== undefined){
let data0 = data.asksPerRound;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err1 = {instancePath:instancePath+"/asksPerRound",schemaPath:"#/properties/asksPerRound/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema33.properties.asksPerRound.type,parentSchema:schema33.properties.asksPerRound,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/asksPerRound",schemaPath:"#/properties/asksPerRound/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema33.properties.asksPerRound,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/asksPerRound",schemaPath:"#/properties/asksPerRound/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema33.properties.asksPerRound,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.urgent !== undefined){
let data1 = data.urgent;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate86(data1[i0], {instancePath:instancePath+"/urgent/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
errors = vErrors.length;
}
}
if(!(func0(data1))){
const err4 = {instancePath:instancePath+"/urgent",schemaPath:"#/properties/urgent/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema33.properties.urgent,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/urgent",schemaPath:"#/properties/urgent/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema33.properties.urgent.type,parentSchema:schema33.properties.urgent,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.urgentSet !== undefined){
let data3 = data.urgentSet;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err6 = {instancePath:instancePath+"/urgentSet",schemaPath:"#/properties/urgentSet/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema33.properties.urgentSet.type,parentSchema:schema33.properties.urgentSet,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 20 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/urgentSet",schemaPath:"#/properties/urgentSet/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20},message:"must be <= 20",schema:20,parentSchema:schema33.properties.urgentSet,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/urgentSet",schemaPath:"#/properties/urgentSet/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema33.properties.urgentSet,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.lasts !== undefined){
if(!(validate88(data.lasts, {instancePath:instancePath+"/lasts",parentData:data,parentDataProperty:"lasts",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.atLeast !== undefined){
if(!(validate88(data.atLeast, {instancePath:instancePath+"/atLeast",parentData:data,parentDataProperty:"atLeast",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.ahead !== undefined){
let data6 = data.ahead;
if(typeof data6 !== "boolean"){
const err9 = {instancePath:instancePath+"/ahead",schemaPath:"#/properties/ahead/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema33.properties.ahead.type,parentSchema:schema33.properties.ahead,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.type,parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate85.errors = vErrors;
return errors === 0;
}
validate85.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema36 = {"title":"CoordinateReview","description":"How strict the review of a submission is.","type":"object","additionalProperties":false,"properties":{"capability":{"description":"What an independent reviewer has to be capable of; what the work itself needs when left out.","allOf":[{"$ref":"#/$defs/BriefOfferedCapability"}]},"contentMiB":{"description":"Larger contents go to a person; 64 when left out.","type":"integer","minimum":1,"maximum":1024},"checkTime":{"description":"How long a declared check may run; 10s when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"checkMemoryMiB":{"description":"And how much memory it may take; 256 when left out.","type":"integer","minimum":16,"maximum":4096},"claimsSuffice":{"description":"Types of Evidence for which the word of the producer suffices where the contract declares no check.","type":"array","uniqueItems":true,"items":{"type":"string","enum":["deterministic_test","business_rule","policy_check"]}},"independence":{"description":"Whether a reviewer has to be of another owner than the producer, or another Agent is enough; other-owner when left out.","type":"string","enum":["other-owner","other-agent"]},"reviews":{"description":"Reviews of one submission that may fail before a person has to look; 2 when left out.","type":"integer","minimum":1,"maximum":10}}};
const schema37 = {"title":"BriefOfferedCapability","description":"A capability in exactly the version that a Worker offers.","type":"string","maxLength":256,"pattern":"^[a-z0-9]+(?:[.-][a-z0-9]+)+@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?$"};
const pattern7 = new RegExp("^[a-z0-9]+(?:[.-][a-z0-9]+)+@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?$", "u");

function validate93(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate93.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 256){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",schema:256,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern7.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]+(?:[.-][a-z0-9]+)+@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?$"},message:"must match pattern \""+"^[a-z0-9]+(?:[.-][a-z0-9]+)+@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?$"+"\"",schema:"^[a-z0-9]+(?:[.-][a-z0-9]+)+@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?$",parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate93.errors = vErrors;
return errors === 0;
}
validate93.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate92.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "capability") || (key0 === "contentMiB")) || (key0 === "checkTime")) || (key0 === "checkMemoryMiB")) || (key0 === "claimsSuffice")) || (key0 === "independence")) || (key0 === "reviews"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.capability !== undefined){
if(!(validate93(data.capability, {instancePath:instancePath+"/capability",parentData:data,parentDataProperty:"capability",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
}
if(data.contentMiB !== undefined){
let data1 = data.contentMiB;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err1 = {instancePath:instancePath+"/contentMiB",schemaPath:"#/properties/contentMiB/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema36.properties.contentMiB.type,parentSchema:schema36.properties.contentMiB,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1024 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/contentMiB",schemaPath:"#/properties/contentMiB/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1024},message:"must be <= 1024",schema:1024,parentSchema:schema36.properties.contentMiB,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/contentMiB",schemaPath:"#/properties/contentMiB/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema36.properties.contentMiB,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.checkTime !== undefined){
if(!(validate88(data.checkTime, {instancePath:instancePath+"/checkTime",parentData:data,parentDataProperty:"checkTime",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.checkMemoryMiB !== undefined){
let data3 = data.checkMemoryMiB;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err4 = {instancePath:instancePath+"/checkMemoryMiB",schemaPath:"#/properties/checkMemoryMiB/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema36.properties.checkMemoryMiB.type,parentSchema:schema36.properties.checkMemoryMiB,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 4096 || isNaN(data3)){
const err5 = {instancePath:instancePath+"/checkMemoryMiB",schemaPath:"#/properties/checkMemoryMiB/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4096},message:"must be <= 4096",schema:4096,parentSchema:schema36.properties.checkMemoryMiB,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3 < 16 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/checkMemoryMiB",schemaPath:"#/properties/checkMemoryMiB/minimum",keyword:"minimum",params:{comparison: ">=", limit: 16},message:"must be >= 16",schema:16,parentSchema:schema36.properties.checkMemoryMiB,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.claimsSuffice !== undefined){
let data4 = data.claimsSuffice;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 !== "string"){
const err7 = {instancePath:instancePath+"/claimsSuffice/" + i0,schemaPath:"#/properties/claimsSuffice/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.claimsSuffice.items.type,parentSchema:schema36.properties.claimsSuffice.items,data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!(((data5 === "deterministic_test") || (data5 === "business_rule")) || (data5 === "policy_check"))){
const err8 = {instancePath:instancePath+"/claimsSuffice/" + i0,schemaPath:"#/properties/claimsSuffice/items/enum",keyword:"enum",params:{allowedValues: schema36.properties.claimsSuffice.items.enum},message:"must be equal to one of the allowed values",schema:schema36.properties.claimsSuffice.items.enum,parentSchema:schema36.properties.claimsSuffice.items,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(!(func0(data4))){
const err9 = {instancePath:instancePath+"/claimsSuffice",schemaPath:"#/properties/claimsSuffice/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema36.properties.claimsSuffice,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/claimsSuffice",schemaPath:"#/properties/claimsSuffice/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.claimsSuffice.type,parentSchema:schema36.properties.claimsSuffice,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.independence !== undefined){
let data6 = data.independence;
if(typeof data6 !== "string"){
const err11 = {instancePath:instancePath+"/independence",schemaPath:"#/properties/independence/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.independence.type,parentSchema:schema36.properties.independence,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((data6 === "other-owner") || (data6 === "other-agent"))){
const err12 = {instancePath:instancePath+"/independence",schemaPath:"#/properties/independence/enum",keyword:"enum",params:{allowedValues: schema36.properties.independence.enum},message:"must be equal to one of the allowed values",schema:schema36.properties.independence.enum,parentSchema:schema36.properties.independence,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.reviews !== undefined){
let data7 = data.reviews;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
const err13 = {instancePath:instancePath+"/reviews",schemaPath:"#/properties/reviews/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema36.properties.reviews.type,parentSchema:schema36.properties.reviews,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data7 == "number"){
if(data7 > 10 || isNaN(data7)){
const err14 = {instancePath:instancePath+"/reviews",schemaPath:"#/properties/reviews/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema36.properties.reviews,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err15 = {instancePath:instancePath+"/reviews",schemaPath:"#/properties/reviews/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema36.properties.reviews,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema36.type,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate92.errors = vErrors;
return errors === 0;
}
validate92.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema38 = {"title":"CoordinatePromotion","description":"When a WorkItem becomes a child Mission; only a person promotes when this is left out.","type":"object","additionalProperties":false,"properties":{"criteria":{"description":"From so many criteria on; 5 when left out.","type":"integer","minimum":1,"maximum":1000},"deliverables":{"description":"From so many deliverables on; 4 when left out.","type":"integer","minimum":1,"maximum":1000},"budgetShare":{"description":"From this share of the Mission's money on; 0.3 when left out.","type":"number","minimum":0,"maximum":1},"subItems":{"description":"From so many items below it on; 4 when left out.","type":"integer","minimum":1,"maximum":1000},"nesting":{"description":"From this depth of items on; 2 when left out.","type":"integer","minimum":1,"maximum":16},"duration":{"description":"When it takes so long; 3d when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"needed":{"description":"How many of these have to speak for it; 2 when left out.","type":"integer","minimum":1,"maximum":6}}};

function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate97.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "criteria") || (key0 === "deliverables")) || (key0 === "budgetShare")) || (key0 === "subItems")) || (key0 === "nesting")) || (key0 === "duration")) || (key0 === "needed"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.criteria !== undefined){
let data0 = data.criteria;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err1 = {instancePath:instancePath+"/criteria",schemaPath:"#/properties/criteria/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.criteria.type,parentSchema:schema38.properties.criteria,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 1000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/criteria",schemaPath:"#/properties/criteria/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema38.properties.criteria,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/criteria",schemaPath:"#/properties/criteria/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.criteria,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.deliverables !== undefined){
let data1 = data.deliverables;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err4 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.deliverables.type,parentSchema:schema38.properties.deliverables,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema38.properties.deliverables,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.deliverables,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.budgetShare !== undefined){
let data2 = data.budgetShare;
if(typeof data2 == "number"){
if(data2 > 1 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/budgetShare",schemaPath:"#/properties/budgetShare/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1",schema:1,parentSchema:schema38.properties.budgetShare,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/budgetShare",schemaPath:"#/properties/budgetShare/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema38.properties.budgetShare,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/budgetShare",schemaPath:"#/properties/budgetShare/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema38.properties.budgetShare.type,parentSchema:schema38.properties.budgetShare,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.subItems !== undefined){
let data3 = data.subItems;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err10 = {instancePath:instancePath+"/subItems",schemaPath:"#/properties/subItems/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.subItems.type,parentSchema:schema38.properties.subItems,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 1000 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/subItems",schemaPath:"#/properties/subItems/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema38.properties.subItems,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/subItems",schemaPath:"#/properties/subItems/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.subItems,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.nesting !== undefined){
let data4 = data.nesting;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err13 = {instancePath:instancePath+"/nesting",schemaPath:"#/properties/nesting/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.nesting.type,parentSchema:schema38.properties.nesting,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data4 == "number"){
if(data4 > 16 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/nesting",schemaPath:"#/properties/nesting/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16},message:"must be <= 16",schema:16,parentSchema:schema38.properties.nesting,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/nesting",schemaPath:"#/properties/nesting/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.nesting,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.duration !== undefined){
if(!(validate88(data.duration, {instancePath:instancePath+"/duration",parentData:data,parentDataProperty:"duration",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.needed !== undefined){
let data6 = data.needed;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
const err16 = {instancePath:instancePath+"/needed",schemaPath:"#/properties/needed/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.needed.type,parentSchema:schema38.properties.needed,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data6 == "number"){
if(data6 > 6 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/needed",schemaPath:"#/properties/needed/maximum",keyword:"maximum",params:{comparison: "<=", limit: 6},message:"must be <= 6",schema:6,parentSchema:schema38.properties.needed,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/needed",schemaPath:"#/properties/needed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.needed,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate97.errors = vErrors;
return errors === 0;
}
validate97.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema39 = {"title":"CoordinateBlocker","description":"One answer to what a blocked Worker says that it needs.","type":"object","additionalProperties":false,"required":["contains","act"],"properties":{"contains":{"description":"Any part of what the Worker says, in whatever case.","type":"string","minLength":1,"maxLength":200},"act":{"description":"What is done: the work goes on with an answer, other work is authorized for it, or somebody else gets it.","type":"string","enum":["unblock","authorize-sub-work","another-worker"]},"answer":{"description":"What the Worker is told, for unblock.","type":"string","minLength":1,"maxLength":2000}}};

function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate100.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contains === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contains"},message:"must have required property '"+"contains"+"'",schema:schema39.required,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.act === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "act"},message:"must have required property '"+"act"+"'",schema:schema39.required,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "contains") || (key0 === "act")) || (key0 === "answer"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.contains !== undefined){
let data0 = data.contains;
if(typeof data0 === "string"){
if(func4(data0) > 200){
const err3 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema39.properties.contains,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func4(data0) < 1){
const err4 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.contains,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.contains.type,parentSchema:schema39.properties.contains,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.act !== undefined){
let data1 = data.act;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/act",schemaPath:"#/properties/act/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.act.type,parentSchema:schema39.properties.act,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((data1 === "unblock") || (data1 === "authorize-sub-work")) || (data1 === "another-worker"))){
const err7 = {instancePath:instancePath+"/act",schemaPath:"#/properties/act/enum",keyword:"enum",params:{allowedValues: schema39.properties.act.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.act.enum,parentSchema:schema39.properties.act,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.answer !== undefined){
let data2 = data.answer;
if(typeof data2 === "string"){
if(func4(data2) > 2000){
const err8 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema39.properties.answer,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func4(data2) < 1){
const err9 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.answer,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.answer.type,parentSchema:schema39.properties.answer,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.type,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate100.errors = vErrors;
return errors === 0;
}
validate100.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema40 = {"title":"CoordinateChildren","description":"How child Missions are cut out and followed.","type":"object","additionalProperties":false,"properties":{"reviewShare":{"description":"The share of a WorkItem's time that is kept back for the review of its child Mission; 0.1 when left out.","type":"number","minimum":0,"maximum":0.9},"afterFailure":{"description":"What may follow without a person when a child Mission has come to nothing; nothing when left out.","type":"array","uniqueItems":true,"items":{"type":"string","enum":["replacement-child","own-work","offer-again","give-up"]}}}};

function validate102(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate102.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "reviewShare") || (key0 === "afterFailure"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.reviewShare !== undefined){
let data0 = data.reviewShare;
if(typeof data0 == "number"){
if(data0 > 0.9 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/reviewShare",schemaPath:"#/properties/reviewShare/maximum",keyword:"maximum",params:{comparison: "<=", limit: 0.9},message:"must be <= 0.9",schema:0.9,parentSchema:schema40.properties.reviewShare,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/reviewShare",schemaPath:"#/properties/reviewShare/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema40.properties.reviewShare,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/reviewShare",schemaPath:"#/properties/reviewShare/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema40.properties.reviewShare.type,parentSchema:schema40.properties.reviewShare,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.afterFailure !== undefined){
let data1 = data.afterFailure;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/afterFailure/" + i0,schemaPath:"#/properties/afterFailure/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema40.properties.afterFailure.items.type,parentSchema:schema40.properties.afterFailure.items,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((((data2 === "replacement-child") || (data2 === "own-work")) || (data2 === "offer-again")) || (data2 === "give-up"))){
const err5 = {instancePath:instancePath+"/afterFailure/" + i0,schemaPath:"#/properties/afterFailure/items/enum",keyword:"enum",params:{allowedValues: schema40.properties.afterFailure.items.enum},message:"must be equal to one of the allowed values",schema:schema40.properties.afterFailure.items.enum,parentSchema:schema40.properties.afterFailure.items,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(!(func0(data1))){
const err6 = {instancePath:instancePath+"/afterFailure",schemaPath:"#/properties/afterFailure/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema40.properties.afterFailure,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/afterFailure",schemaPath:"#/properties/afterFailure/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema40.properties.afterFailure.type,parentSchema:schema40.properties.afterFailure,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate102.errors = vErrors;
return errors === 0;
}
validate102.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.coordinate === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "coordinate"},message:"must have required property '"+"coordinate"+"'",schema:schema29.required,parentSchema:schema29,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func3.call(schema29.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema29,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.coordinate !== undefined){
let data0 = data.coordinate;
if(1 !== data0){
const err2 = {instancePath:instancePath+"/coordinate",schemaPath:"#/properties/coordinate/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant",schema:1,parentSchema:schema29.properties.coordinate,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.missions !== undefined){
let data1 = data.missions;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err3 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema29.properties.missions,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema29.properties.missions,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate59(data1[i0], {instancePath:instancePath+"/missions/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(!(func0(data1))){
const err5 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema29.properties.missions,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/missions",schemaPath:"#/properties/missions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema29.properties.missions.type,parentSchema:schema29.properties.missions,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.limits !== undefined){
if(!(validate54(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
}
if(data.rules !== undefined){
let data4 = data.rules;
if(Array.isArray(data4)){
if(data4.length > 100){
const err7 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema29.properties.rules,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
if(!(validate56(data4[i1], {instancePath:instancePath+"/rules/" + i1,parentData:data4,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema29.properties.rules.type,parentSchema:schema29.properties.rules,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.plan !== undefined){
if(!(validate79(data.plan, {instancePath:instancePath+"/plan",parentData:data,parentDataProperty:"plan",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
errors = vErrors.length;
}
}
if(data.ranking !== undefined){
if(!(validate81(data.ranking, {instancePath:instancePath+"/ranking",parentData:data,parentDataProperty:"ranking",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
errors = vErrors.length;
}
}
if(data.offers !== undefined){
if(!(validate85(data.offers, {instancePath:instancePath+"/offers",parentData:data,parentDataProperty:"offers",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
errors = vErrors.length;
}
}
if(data.review !== undefined){
if(!(validate92(data.review, {instancePath:instancePath+"/review",parentData:data,parentDataProperty:"review",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate92.errors : vErrors.concat(validate92.errors);
errors = vErrors.length;
}
}
if(data.promotion !== undefined){
if(!(validate97(data.promotion, {instancePath:instancePath+"/promotion",parentData:data,parentDataProperty:"promotion",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
errors = vErrors.length;
}
}
if(data.retry !== undefined){
let data11 = data.retry;
if(typeof data11 !== "string"){
const err9 = {instancePath:instancePath+"/retry",schemaPath:"#/properties/retry/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema29.properties.retry.type,parentSchema:schema29.properties.retry,data:data11};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((data11 === "listed-failures") || (data11 === "any-failure"))){
const err10 = {instancePath:instancePath+"/retry",schemaPath:"#/properties/retry/enum",keyword:"enum",params:{allowedValues: schema29.properties.retry.enum},message:"must be equal to one of the allowed values",schema:schema29.properties.retry.enum,parentSchema:schema29.properties.retry,data:data11};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.blockers !== undefined){
let data12 = data.blockers;
if(Array.isArray(data12)){
if(data12.length > 100){
const err11 = {instancePath:instancePath+"/blockers",schemaPath:"#/properties/blockers/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema29.properties.blockers,data:data12};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len2 = data12.length;
for(let i2=0; i2<len2; i2++){
if(!(validate100(data12[i2], {instancePath:instancePath+"/blockers/" + i2,parentData:data12,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath:instancePath+"/blockers",schemaPath:"#/properties/blockers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema29.properties.blockers.type,parentSchema:schema29.properties.blockers,data:data12};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.children !== undefined){
if(!(validate102(data.children, {instancePath:instancePath+"/children",parentData:data,parentDataProperty:"children",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate102.errors : vErrors.concat(validate102.errors);
errors = vErrors.length;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema29.type,parentSchema:schema29,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate75.errors = vErrors;
return errors === 0;
}
validate75.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const MissionBriefFile = validate104;
const schema41 = {"title":"MissionBriefFile","description":"A mission brief: what is to be achieved, within which bounds, and the work that leads there (docs/briefs.md).","type":"object","additionalProperties":false,"required":["brief","title","objective","definitionOfDone","budget","deadline","workers","work"],"properties":{"brief":{"description":"Version of this format.","const":1},"title":{"type":"string","minLength":1,"maxLength":200},"objective":{"type":"string","minLength":1,"maxLength":10000},"inputs":{"$ref":"#/$defs/BriefInputs"},"definitionOfDone":{"$ref":"#/$defs/BriefDefinitionOfDone"},"budget":{"$ref":"#/$defs/BriefBudget"},"deadline":{"$ref":"#/$defs/BriefDeadline"},"permissions":{"$ref":"#/$defs/BriefPermissions"},"workers":{"$ref":"#/$defs/BriefWorkers"},"work":{"$ref":"#/$defs/BriefWork"},"approvals":{"$ref":"#/$defs/BriefApprovals"},"offers":{"$ref":"#/$defs/BriefOffers"},"coordinator":{"$ref":"#/$defs/BriefCoordinator"},"whenBlocked":{"$ref":"#/$defs/BriefResolutions"},"cleanup":{"$ref":"#/$defs/BriefCleanup"}}};
const schema42 = {"title":"BriefInputs","description":"What the work looks at, each with a sentence for people. `--input DIR` names the directory.","type":"object","maxProperties":8,"propertyNames":{"$ref":"#/$defs/BriefName"},"additionalProperties":{"type":"string","minLength":1,"maxLength":500}};

function validate105(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate105.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 8){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 8},message:"must NOT have more than 8 properties",schema:8,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate57(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema42.propertyNames,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 in data){
let data0 = data[key1];
if(typeof data0 === "string"){
if(func4(data0) > 500){
const err2 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema42.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func4(data0) < 1){
const err3 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema42.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.additionalProperties.type,parentSchema:schema42.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema42.type,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate105.errors = vErrors;
return errors === 0;
}
validate105.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema43 = {"title":"BriefDefinitionOfDone","type":"array","minItems":1,"maxItems":64,"items":{"$ref":"#/$defs/BriefDoneCriterion"}};
const schema44 = {"title":"BriefDoneCriterion","type":"object","additionalProperties":false,"required":["id","text"],"properties":{"id":{"$ref":"#/$defs/BriefCriterionId"},"text":{"type":"string","minLength":1,"maxLength":4000},"evidence":{"description":"human_review when left out, which the final Approval gives.","allOf":[{"$ref":"#/$defs/BriefEvidenceTypes"}]},"provenBy":{"description":"Work that proves it, as item or item/criterion; all of it when left out.","type":"array","minItems":1,"maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefProof"}}}};
const schema45 = {"title":"BriefCriterionId","type":"string","maxLength":64,"pattern":"^[a-zA-Z0-9][a-zA-Z0-9._-]*$"};
const pattern8 = new RegExp("^[a-zA-Z0-9][a-zA-Z0-9._-]*$", "u");

function validate110(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate110.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 64){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema45,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern8.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9][a-zA-Z0-9._-]*$"},message:"must match pattern \""+"^[a-zA-Z0-9][a-zA-Z0-9._-]*$"+"\"",schema:"^[a-zA-Z0-9][a-zA-Z0-9._-]*$",parentSchema:schema45,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.type,parentSchema:schema45,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate110.errors = vErrors;
return errors === 0;
}
validate110.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema46 = {"title":"BriefEvidenceTypes","type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["artifact_integrity","schema_validation","deterministic_test","business_rule","reviewer_assessment","human_review","policy_check"]}};

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema46.items.type,parentSchema:schema46.items,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((((((data0 === "artifact_integrity") || (data0 === "schema_validation")) || (data0 === "deterministic_test")) || (data0 === "business_rule")) || (data0 === "reviewer_assessment")) || (data0 === "human_review")) || (data0 === "policy_check"))){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/enum",keyword:"enum",params:{allowedValues: schema46.items.enum},message:"must be equal to one of the allowed values",schema:schema46.items.enum,parentSchema:schema46.items,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(!(func0(data))){
const err3 = {instancePath,schemaPath:"#/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema46.type,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate112.errors = vErrors;
return errors === 0;
}
validate112.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema47 = {"title":"BriefProof","type":"string","maxLength":120,"pattern":"^[a-z][a-z0-9-]*(?:/[a-zA-Z0-9][a-zA-Z0-9._-]*)?$"};
const pattern9 = new RegExp("^[a-z][a-z0-9-]*(?:/[a-zA-Z0-9][a-zA-Z0-9._-]*)?$", "u");

function validate114(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate114.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 120){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 120},message:"must NOT have more than 120 characters",schema:120,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern9.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9-]*(?:/[a-zA-Z0-9][a-zA-Z0-9._-]*)?$"},message:"must match pattern \""+"^[a-z][a-z0-9-]*(?:/[a-zA-Z0-9][a-zA-Z0-9._-]*)?$"+"\"",schema:"^[a-z][a-z0-9-]*(?:/[a-zA-Z0-9][a-zA-Z0-9._-]*)?$",parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.type,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate114.errors = vErrors;
return errors === 0;
}
validate114.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate109.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema44.required,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.text === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'",schema:schema44.required,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "text")) || (key0 === "evidence")) || (key0 === "provenBy"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.id !== undefined){
if(!(validate110(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
errors = vErrors.length;
}
}
if(data.text !== undefined){
let data1 = data.text;
if(typeof data1 === "string"){
if(func4(data1) > 4000){
const err3 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema44.properties.text,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func4(data1) < 1){
const err4 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema44.properties.text,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.text.type,parentSchema:schema44.properties.text,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.evidence !== undefined){
if(!(validate112(data.evidence, {instancePath:instancePath+"/evidence",parentData:data,parentDataProperty:"evidence",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
}
if(data.provenBy !== undefined){
let data3 = data.provenBy;
if(Array.isArray(data3)){
if(data3.length > 64){
const err6 = {instancePath:instancePath+"/provenBy",schemaPath:"#/properties/provenBy/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema44.properties.provenBy,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3.length < 1){
const err7 = {instancePath:instancePath+"/provenBy",schemaPath:"#/properties/provenBy/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema44.properties.provenBy,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate114(data3[i0], {instancePath:instancePath+"/provenBy/" + i0,parentData:data3,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors);
errors = vErrors.length;
}
}
if(!(func0(data3))){
const err8 = {instancePath:instancePath+"/provenBy",schemaPath:"#/properties/provenBy/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema44.properties.provenBy,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/provenBy",schemaPath:"#/properties/provenBy/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema44.properties.provenBy.type,parentSchema:schema44.properties.provenBy,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema44.type,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate109.errors = vErrors;
return errors === 0;
}
validate109.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate108.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length > 64){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.length < 1){
const err1 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate109(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate109.errors : vErrors.concat(validate109.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema43.type,parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate108.errors = vErrors;
return errors === 0;
}
validate108.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema48 = {"title":"BriefDeadline","description":"Either so long after the start, or a moment.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"in":{"$ref":"#/$defs/BriefDuration"},"at":{"$ref":"#/$defs/Timestamp"}}};
const schema49 = {"title":"Timestamp","type":"string","format":"date-time"};

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate121.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!(formats0(data))){
const err0 = {instancePath,schemaPath:"#/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema49,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.type,parentSchema:schema49,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate121.errors = vErrors;
return errors === 0;
}
validate121.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate119.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 1},message:"must NOT have more than 1 properties",schema:1,parentSchema:schema48,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema48,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "in") || (key0 === "at"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema48,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.in !== undefined){
if(!(validate88(data.in, {instancePath:instancePath+"/in",parentData:data,parentDataProperty:"in",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.at !== undefined){
if(!(validate121(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema48.type,parentSchema:schema48,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate119.errors = vErrors;
return errors === 0;
}
validate119.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema50 = {"title":"BriefPermissions","description":"The most that any work in the Mission may do.","type":"object","additionalProperties":false,"properties":{"operations":{"description":"On inputs and other resources; only read when left out.","type":"array","maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefOperation"}},"tools":{"description":"Tools that work may use; none when left out.","type":"array","maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefTool"}}}};
const schema51 = {"title":"BriefOperation","type":"string","maxLength":128,"pattern":"^[a-z][a-z0-9._:-]*$"};
const pattern10 = new RegExp("^[a-z][a-z0-9._:-]*$", "u");

function validate125(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate125.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 128){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema51,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern10.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9._:-]*$"},message:"must match pattern \""+"^[a-z][a-z0-9._:-]*$"+"\"",schema:"^[a-z][a-z0-9._:-]*$",parentSchema:schema51,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.type,parentSchema:schema51,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate125.errors = vErrors;
return errors === 0;
}
validate125.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema52 = {"title":"BriefTool","type":"string","maxLength":100,"pattern":"^[a-z0-9][a-z0-9._-]*$"};
const pattern11 = new RegExp("^[a-z0-9][a-z0-9._-]*$", "u");

function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate127.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 100){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters",schema:100,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern11.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9._-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9._-]*$"+"\"",schema:"^[a-z0-9][a-z0-9._-]*$",parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema52.type,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate127.errors = vErrors;
return errors === 0;
}
validate127.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate124.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "operations") || (key0 === "tools"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema50,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.operations !== undefined){
let data0 = data.operations;
if(Array.isArray(data0)){
if(data0.length > 64){
const err1 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema50.properties.operations,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate125(data0[i0], {instancePath:instancePath+"/operations/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate125.errors : vErrors.concat(validate125.errors);
errors = vErrors.length;
}
}
if(!(func0(data0))){
const err2 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema50.properties.operations,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema50.properties.operations.type,parentSchema:schema50.properties.operations,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tools !== undefined){
let data2 = data.tools;
if(Array.isArray(data2)){
if(data2.length > 64){
const err4 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema50.properties.tools,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
if(!(validate127(data2[i1], {instancePath:instancePath+"/tools/" + i1,parentData:data2,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
}
if(!(func0(data2))){
const err5 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema50.properties.tools,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema50.properties.tools.type,parentSchema:schema50.properties.tools,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema50.type,parentSchema:schema50,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate124.errors = vErrors;
return errors === 0;
}
validate124.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema53 = {"title":"BriefWorkers","description":"Who does the work: one entry for each Agent.","type":"object","minProperties":1,"maxProperties":32,"propertyNames":{"$ref":"#/$defs/BriefName"},"additionalProperties":{"$ref":"#/$defs/BriefWorker"}};
const schema54 = {"title":"BriefWorker","type":"object","additionalProperties":false,"required":["capabilities"],"properties":{"config":{"description":"Configuration of a Worker that is started for this brief.","allOf":[{"$ref":"#/$defs/BriefPath"}]},"agent":{"description":"An Agent that is there already.","allOf":[{"$ref":"#/$defs/Id"}]},"capabilities":{"type":"array","minItems":1,"maxItems":32,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefOfferedCapability"}},"slots":{"description":"How much it does at once, 1 when left out.","type":"integer","minimum":1,"maximum":64}}};
const schema55 = {"title":"BriefPath","description":"A path relative to the brief, with slashes.","type":"string","maxLength":1024,"pattern":"^(?![/~])(?![A-Za-z]:)[^\\\\\\u0000-\\u001f]+$"};
const pattern12 = new RegExp("^(?![/~])(?![A-Za-z]:)[^\\\\\\u0000-\\u001f]+$", "u");

function validate133(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate133.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 1024){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern12.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(?![/~])(?![A-Za-z]:)[^\\\\\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?![/~])(?![A-Za-z]:)[^\\\\\\u0000-\\u001f]+$"+"\"",schema:"^(?![/~])(?![A-Za-z]:)[^\\\\\\u0000-\\u001f]+$",parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate133.errors = vErrors;
return errors === 0;
}
validate133.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema56 = {"title":"Id","type":"string","format":"uri","maxLength":512,"pattern":"^[A-Za-z][A-Za-z0-9+.-]*:","not":{"pattern":"[^A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]"}};
const pattern13 = new RegExp("[^A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]", "u");
const pattern14 = new RegExp("^[A-Za-z][A-Za-z0-9+.-]*:", "u");
const formats4 = protocolFormats.uri;

function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate135.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
const _errs2 = errors;
if(typeof data === "string"){
if(!pattern13.test(data)){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs2 === errors;
if(valid0){
const err1 = {instancePath,schemaPath:"#/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema56.not,parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(typeof data === "string"){
if(func4(data) > 512){
const err2 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern14.test(data)){
const err3 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9+.-]*:"},message:"must match pattern \""+"^[A-Za-z][A-Za-z0-9+.-]*:"+"\"",schema:"^[A-Za-z][A-Za-z0-9+.-]*:",parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats4(data))){
const err4 = {instancePath,schemaPath:"#/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema56.type,parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate135.errors = vErrors;
return errors === 0;
}
validate135.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate132(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate132.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.capabilities === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "capabilities"},message:"must have required property '"+"capabilities"+"'",schema:schema54.required,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "config") || (key0 === "agent")) || (key0 === "capabilities")) || (key0 === "slots"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.config !== undefined){
if(!(validate133(data.config, {instancePath:instancePath+"/config",parentData:data,parentDataProperty:"config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate133.errors : vErrors.concat(validate133.errors);
errors = vErrors.length;
}
}
if(data.agent !== undefined){
if(!(validate135(data.agent, {instancePath:instancePath+"/agent",parentData:data,parentDataProperty:"agent",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(data.capabilities !== undefined){
let data2 = data.capabilities;
if(Array.isArray(data2)){
if(data2.length > 32){
const err2 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema54.properties.capabilities,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema54.properties.capabilities,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate93(data2[i0], {instancePath:instancePath+"/capabilities/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
}
if(!(func0(data2))){
const err4 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema54.properties.capabilities,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema54.properties.capabilities.type,parentSchema:schema54.properties.capabilities,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.slots !== undefined){
let data4 = data.slots;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err6 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema54.properties.slots.type,parentSchema:schema54.properties.slots,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data4 == "number"){
if(data4 > 64 || isNaN(data4)){
const err7 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64",schema:64,parentSchema:schema54.properties.slots,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err8 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema54.properties.slots,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema54.type,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate132.errors = vErrors;
return errors === 0;
}
validate132.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate130(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate130.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 32){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 32},message:"must NOT have more than 32 properties",schema:32,parentSchema:schema53,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema53,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate57(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema53.propertyNames,parentSchema:schema53,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
for(const key1 in data){
if(!(validate132(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate132.errors : vErrors.concat(validate132.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema53.type,parentSchema:schema53,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate130.errors = vErrors;
return errors === 0;
}
validate130.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema57 = {"title":"BriefWork","description":"The WorkItems by name.","type":"object","minProperties":1,"maxProperties":64,"propertyNames":{"$ref":"#/$defs/BriefName"},"additionalProperties":{"$ref":"#/$defs/BriefWorkItem"}};
const schema58 = {"title":"BriefWorkItem","description":"One WorkItem with its contract, or a part of the Mission with a Group of its own.","type":"object","additionalProperties":false,"required":["goal"],"properties":{"goal":{"type":"string","minLength":1,"maxLength":4000},"capability":{"$ref":"#/$defs/BriefCapability"},"deliverables":{"type":"array","minItems":1,"maxItems":32,"items":{"$ref":"#/$defs/BriefDeliverable"}},"accept":{"title":"BriefCriteria","description":"When the result is good enough.","type":"array","minItems":1,"maxItems":32,"items":{"$ref":"#/$defs/BriefCriterion"}},"needs":{"description":"Work that has to be verified first; its results are inputs.","type":"array","maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefName"}},"inputs":{"description":"Inputs of the brief that it may read.","type":"array","maxItems":8,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefName"}},"operations":{"description":"On its inputs; read when left out.","type":"array","minItems":1,"maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefOperation"}},"tools":{"type":"array","maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefTool"}},"resources":{"description":"Other resources.","type":"array","maxItems":64,"items":{"$ref":"#/$defs/BriefResource"}},"settings":{"description":"Settings for the Worker, as its program wants them.","allOf":[{"$ref":"#/$defs/BriefSettings"}]},"budget":{"description":"An equal share of what nobody else is given when left out.","allOf":[{"$ref":"#/$defs/BriefBudget"}]},"deadline":{"description":"That of the Mission when left out.","allOf":[{"$ref":"#/$defs/BriefDeadline"}]},"urgency":{"description":"normal when left out; high and critical work is offered to several at once.","type":"string","enum":["routine","normal","high","critical"]},"impact":{"description":"Why it matters.","type":"string","minLength":1,"maxLength":4000},"retry":{"$ref":"#/$defs/BriefRetry"},"risk":{"description":"none when left out; high_risk and destructive work needs an Approval before it starts.","type":"string","enum":["none","reversible","external","high_risk","destructive"]},"approval":{"description":"Whether a human approves before the work starts.","type":"string","enum":["not_required","human_required"]},"review":{"$ref":"#/$defs/BriefReview"},"result":{"description":"Whether its Artifacts are part of the Mission's result; true when nothing else needs it.","type":"boolean"},"mission":{"$ref":"#/$defs/BriefChildMission"}}};
const schema59 = {"title":"BriefCapability","description":"A capability with the least version that will do; the version that a Worker of the brief offers when left out.","type":"string","maxLength":256,"pattern":"^[a-z0-9]+(?:[.-][a-z0-9]+)+(?:@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?)?$"};
const pattern15 = new RegExp("^[a-z0-9]+(?:[.-][a-z0-9]+)+(?:@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?)?$", "u");

function validate143(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate143.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 256){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",schema:256,parentSchema:schema59,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern15.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]+(?:[.-][a-z0-9]+)+(?:@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?)?$"},message:"must match pattern \""+"^[a-z0-9]+(?:[.-][a-z0-9]+)+(?:@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?)?$"+"\"",schema:"^[a-z0-9]+(?:[.-][a-z0-9]+)+(?:@(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?)?$",parentSchema:schema59,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema59.type,parentSchema:schema59,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate143.errors = vErrors;
return errors === 0;
}
validate143.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema60 = {"title":"BriefDeliverable","description":"A file that the Worker delivers: its name, or more about it.","type":["string","object"],"minLength":1,"maxLength":100,"pattern":"^[a-zA-Z0-9][a-zA-Z0-9._-]*$","additionalProperties":false,"required":["file"],"properties":{"file":{"$ref":"#/$defs/BriefFileName"},"id":{"description":"The name up to its first dot when left out.","allOf":[{"$ref":"#/$defs/BriefCriterionId"}]},"description":{"type":"string","minLength":1,"maxLength":4000},"mediaType":{"title":"BriefMediaType","description":"By the ending of the name when left out.","type":"string","pattern":"^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$"},"schema":{"description":"Identifies what is in the file.","allOf":[{"$ref":"#/$defs/Id"}]},"members":{"description":"JSON pointers to members that a JSON file has to have.","type":"array","minItems":1,"maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefPointer"}}}};
const pattern18 = new RegExp("^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$", "u");
const schema61 = {"title":"BriefFileName","type":"string","maxLength":100,"pattern":"^[a-zA-Z0-9][a-zA-Z0-9._-]*$"};

function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate146.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 100){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters",schema:100,parentSchema:schema61,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern8.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9][a-zA-Z0-9._-]*$"},message:"must match pattern \""+"^[a-zA-Z0-9][a-zA-Z0-9._-]*$"+"\"",schema:"^[a-zA-Z0-9][a-zA-Z0-9._-]*$",parentSchema:schema61,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema61.type,parentSchema:schema61,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate146.errors = vErrors;
return errors === 0;
}
validate146.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema62 = {"title":"BriefPointer","type":"string","maxLength":500,"pattern":"^(?:/(?:[^~/]|~0|~1)*)+$"};
const pattern19 = new RegExp("^(?:/(?:[^~/]|~0|~1)*)+$", "u");

function validate150(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate150.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 500){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern19.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~0|~1)*)+$"},message:"must match pattern \""+"^(?:/(?:[^~/]|~0|~1)*)+$"+"\"",schema:"^(?:/(?:[^~/]|~0|~1)*)+$",parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema62.type,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate150.errors = vErrors;
return errors === 0;
}
validate150.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate145(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate145.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema60.type},message:"must be string,object",schema:schema60.type,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(func4(data) > 100){
const err1 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters",schema:100,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func4(data) < 1){
const err2 = {instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern8.test(data)){
const err3 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9][a-zA-Z0-9._-]*$"},message:"must match pattern \""+"^[a-zA-Z0-9][a-zA-Z0-9._-]*$"+"\"",schema:"^[a-zA-Z0-9][a-zA-Z0-9._-]*$",parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'",schema:schema60.required,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "file") || (key0 === "id")) || (key0 === "description")) || (key0 === "mediaType")) || (key0 === "schema")) || (key0 === "members"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.file !== undefined){
if(!(validate146(data.file, {instancePath:instancePath+"/file",parentData:data,parentDataProperty:"file",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
}
if(data.id !== undefined){
if(!(validate110(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
errors = vErrors.length;
}
}
if(data.description !== undefined){
let data2 = data.description;
if(typeof data2 === "string"){
if(func4(data2) > 4000){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema60.properties.description,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func4(data2) < 1){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema60.properties.description,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema60.properties.description.type,parentSchema:schema60.properties.description,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.mediaType !== undefined){
let data3 = data.mediaType;
if(typeof data3 === "string"){
if(!pattern18.test(data3)){
const err9 = {instancePath:instancePath+"/mediaType",schemaPath:"#/properties/mediaType/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$"+"\"",schema:"^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$",parentSchema:schema60.properties.mediaType,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/mediaType",schemaPath:"#/properties/mediaType/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema60.properties.mediaType.type,parentSchema:schema60.properties.mediaType,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.schema !== undefined){
if(!(validate135(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(data.members !== undefined){
let data5 = data.members;
if(Array.isArray(data5)){
if(data5.length > 64){
const err11 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema60.properties.members,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data5.length < 1){
const err12 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema60.properties.members,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(!(validate150(data5[i0], {instancePath:instancePath+"/members/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate150.errors : vErrors.concat(validate150.errors);
errors = vErrors.length;
}
}
if(!(func0(data5))){
const err13 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema60.properties.members,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema60.properties.members.type,parentSchema:schema60.properties.members,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
validate145.errors = vErrors;
return errors === 0;
}
validate145.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema63 = {"title":"BriefCriterion","type":"object","additionalProperties":false,"required":["id","text"],"properties":{"id":{"$ref":"#/$defs/BriefCriterionId"},"text":{"type":"string","minLength":1,"maxLength":4000},"evidence":{"description":"deterministic_test when left out.","allOf":[{"$ref":"#/$defs/BriefEvidenceTypes"}]}}};

function validate153(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate153.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema63.required,parentSchema:schema63,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.text === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'",schema:schema63.required,parentSchema:schema63,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "id") || (key0 === "text")) || (key0 === "evidence"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema63,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.id !== undefined){
if(!(validate110(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
errors = vErrors.length;
}
}
if(data.text !== undefined){
let data1 = data.text;
if(typeof data1 === "string"){
if(func4(data1) > 4000){
const err3 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema63.properties.text,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func4(data1) < 1){
const err4 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema63.properties.text,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema63.properties.text.type,parentSchema:schema63.properties.text,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.evidence !== undefined){
if(!(validate112(data.evidence, {instancePath:instancePath+"/evidence",parentData:data,parentDataProperty:"evidence",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema63.type,parentSchema:schema63,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate153.errors = vErrors;
return errors === 0;
}
validate153.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema64 = {"title":"BriefResource","type":"object","additionalProperties":false,"required":["resource","operations"],"properties":{"resource":{"$ref":"#/$defs/Id"},"operations":{"type":"array","minItems":1,"maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefOperation"}}}};

function validate161(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate161.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.resource === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "resource"},message:"must have required property '"+"resource"+"'",schema:schema64.required,parentSchema:schema64,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.operations === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operations"},message:"must have required property '"+"operations"+"'",schema:schema64.required,parentSchema:schema64,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "resource") || (key0 === "operations"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema64,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.resource !== undefined){
if(!(validate135(data.resource, {instancePath:instancePath+"/resource",parentData:data,parentDataProperty:"resource",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(data.operations !== undefined){
let data1 = data.operations;
if(Array.isArray(data1)){
if(data1.length > 64){
const err3 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema64.properties.operations,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema64.properties.operations,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate125(data1[i0], {instancePath:instancePath+"/operations/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate125.errors : vErrors.concat(validate125.errors);
errors = vErrors.length;
}
}
if(!(func0(data1))){
const err5 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema64.properties.operations,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema64.properties.operations.type,parentSchema:schema64.properties.operations,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema64.type,parentSchema:schema64,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate161.errors = vErrors;
return errors === 0;
}
validate161.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema65 = {"title":"BriefSettings","type":"object","maxProperties":32,"propertyNames":{"$ref":"#/$defs/BriefName"},"additionalProperties":true};

function validate165(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate165.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 32){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 32},message:"must NOT have more than 32 properties",schema:32,parentSchema:schema65,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate57(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema65.propertyNames,parentSchema:schema65,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema65.type,parentSchema:schema65,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate165.errors = vErrors;
return errors === 0;
}
validate165.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema66 = {"title":"BriefRetry","description":"How often work is tried; three times with growing pauses when left out.","type":"object","additionalProperties":false,"properties":{"attempts":{"type":"integer","minimum":1,"maximum":20},"backoff":{"type":"string","enum":["none","fixed","exponential"]},"maxDelay":{"$ref":"#/$defs/BriefDuration"},"on":{"description":"Failures after which it is tried again.","type":"array","maxItems":64,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefFailureCode"}}}};
const schema67 = {"title":"BriefFailureCode","type":"string","pattern":"^[A-Z][A-Z0-9_]{1,127}$"};
const pattern20 = new RegExp("^[A-Z][A-Z0-9_]{1,127}$", "u");

function validate172(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate172.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!pattern20.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[A-Z][A-Z0-9_]{1,127}$"},message:"must match pattern \""+"^[A-Z][A-Z0-9_]{1,127}$"+"\"",schema:"^[A-Z][A-Z0-9_]{1,127}$",parentSchema:schema67,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema67.type,parentSchema:schema67,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate172.errors = vErrors;
return errors === 0;
}
validate172.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate170(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate170.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "attempts") || (key0 === "backoff")) || (key0 === "maxDelay")) || (key0 === "on"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.attempts !== undefined){
let data0 = data.attempts;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err1 = {instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema66.properties.attempts.type,parentSchema:schema66.properties.attempts,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 20 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20},message:"must be <= 20",schema:20,parentSchema:schema66.properties.attempts,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema66.properties.attempts,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.backoff !== undefined){
let data1 = data.backoff;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.backoff.type,parentSchema:schema66.properties.backoff,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(((data1 === "none") || (data1 === "fixed")) || (data1 === "exponential"))){
const err5 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/enum",keyword:"enum",params:{allowedValues: schema66.properties.backoff.enum},message:"must be equal to one of the allowed values",schema:schema66.properties.backoff.enum,parentSchema:schema66.properties.backoff,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.maxDelay !== undefined){
if(!(validate88(data.maxDelay, {instancePath:instancePath+"/maxDelay",parentData:data,parentDataProperty:"maxDelay",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.on !== undefined){
let data3 = data.on;
if(Array.isArray(data3)){
if(data3.length > 64){
const err6 = {instancePath:instancePath+"/on",schemaPath:"#/properties/on/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema66.properties.on,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate172(data3[i0], {instancePath:instancePath+"/on/" + i0,parentData:data3,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate172.errors : vErrors.concat(validate172.errors);
errors = vErrors.length;
}
}
if(!(func0(data3))){
const err7 = {instancePath:instancePath+"/on",schemaPath:"#/properties/on/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema66.properties.on,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/on",schemaPath:"#/properties/on/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema66.properties.on.type,parentSchema:schema66.properties.on,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema66.type,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate170.errors = vErrors;
return errors === 0;
}
validate170.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema68 = {"title":"BriefReview","description":"A review by another Worker before the result counts.","type":"object","additionalProperties":false,"required":["capability"],"properties":{"capability":{"$ref":"#/$defs/BriefCapability"},"goal":{"type":"string","minLength":1,"maxLength":4000},"deliverables":{"type":"array","minItems":1,"maxItems":8,"items":{"$ref":"#/$defs/BriefDeliverable"}},"inputs":{"description":"Inputs of the brief that the reviewer may read; those of the item when left out.","type":"array","maxItems":8,"uniqueItems":true,"items":{"$ref":"#/$defs/BriefName"}},"settings":{"description":"Settings for the Worker, as its program wants them.","allOf":[{"$ref":"#/$defs/BriefSettings"}]},"budget":{"$ref":"#/$defs/BriefBudget"},"retry":{"$ref":"#/$defs/BriefRetry"}}};

function validate175(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate175.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.capability === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "capability"},message:"must have required property '"+"capability"+"'",schema:schema68.required,parentSchema:schema68,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "capability") || (key0 === "goal")) || (key0 === "deliverables")) || (key0 === "inputs")) || (key0 === "settings")) || (key0 === "budget")) || (key0 === "retry"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema68,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.capability !== undefined){
if(!(validate143(data.capability, {instancePath:instancePath+"/capability",parentData:data,parentDataProperty:"capability",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
}
if(data.goal !== undefined){
let data1 = data.goal;
if(typeof data1 === "string"){
if(func4(data1) > 4000){
const err2 = {instancePath:instancePath+"/goal",schemaPath:"#/properties/goal/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema68.properties.goal,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func4(data1) < 1){
const err3 = {instancePath:instancePath+"/goal",schemaPath:"#/properties/goal/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema68.properties.goal,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/goal",schemaPath:"#/properties/goal/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema68.properties.goal.type,parentSchema:schema68.properties.goal,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.deliverables !== undefined){
let data2 = data.deliverables;
if(Array.isArray(data2)){
if(data2.length > 8){
const err5 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items",schema:8,parentSchema:schema68.properties.deliverables,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema68.properties.deliverables,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate145(data2[i0], {instancePath:instancePath+"/deliverables/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate145.errors : vErrors.concat(validate145.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema68.properties.deliverables.type,parentSchema:schema68.properties.deliverables,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.inputs !== undefined){
let data4 = data.inputs;
if(Array.isArray(data4)){
if(data4.length > 8){
const err8 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items",schema:8,parentSchema:schema68.properties.inputs,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
if(!(validate57(data4[i1], {instancePath:instancePath+"/inputs/" + i1,parentData:data4,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
}
if(!(func0(data4))){
const err9 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema68.properties.inputs,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema68.properties.inputs.type,parentSchema:schema68.properties.inputs,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.settings !== undefined){
if(!(validate165(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate165.errors : vErrors.concat(validate165.errors);
errors = vErrors.length;
}
}
if(data.budget !== undefined){
if(!(validate63(data.budget, {instancePath:instancePath+"/budget",parentData:data,parentDataProperty:"budget",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data.retry !== undefined){
if(!(validate170(data.retry, {instancePath:instancePath+"/retry",parentData:data,parentDataProperty:"retry",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate170.errors : vErrors.concat(validate170.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema68.type,parentSchema:schema68,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate175.errors = vErrors;
return errors === 0;
}
validate175.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema69 = {"title":"BriefChildMission","description":"A child Mission that carries the item out, within its budget and deadline.","type":"object","additionalProperties":false,"required":["definitionOfDone","work"],"properties":{"objective":{"description":"The goal of the item when left out.","type":"string","minLength":1,"maxLength":10000},"definitionOfDone":{"$ref":"#/$defs/BriefDefinitionOfDone"},"permissions":{"$ref":"#/$defs/BriefPermissions"},"work":{"$ref":"#/$defs/BriefWork"},"onFailure":{"description":"What a failure does to the item; it stays blocked when left out.","allOf":[{"$ref":"#/$defs/ChildFailurePolicy"}]}}};
const schema70 = {"description":"What a failed child Mission does to its parent WorkItem (CHD-007).","title":"ChildFailurePolicy","type":"string","enum":["block_parent_work_item","fail_parent_work_item","fail_parent_mission"]};

function validate186(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate186.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.type,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((data === "block_parent_work_item") || (data === "fail_parent_work_item")) || (data === "fail_parent_mission"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema70.enum},message:"must be equal to one of the allowed values",schema:schema70.enum,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate186.errors = vErrors;
return errors === 0;
}
validate186.evaluated = {"dynamicProps":false,"dynamicItems":false};

const wrapper0 = {validate: validate140};

function validate183(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate183.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.definitionOfDone === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "definitionOfDone"},message:"must have required property '"+"definitionOfDone"+"'",schema:schema69.required,parentSchema:schema69,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.work === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "work"},message:"must have required property '"+"work"+"'",schema:schema69.required,parentSchema:schema69,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "objective") || (key0 === "definitionOfDone")) || (key0 === "permissions")) || (key0 === "work")) || (key0 === "onFailure"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema69,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.objective !== undefined){
let data0 = data.objective;
if(typeof data0 === "string"){
if(func4(data0) > 10000){
const err3 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/maxLength",keyword:"maxLength",params:{limit: 10000},message:"must NOT have more than 10000 characters",schema:10000,parentSchema:schema69.properties.objective,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func4(data0) < 1){
const err4 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema69.properties.objective,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema69.properties.objective.type,parentSchema:schema69.properties.objective,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.definitionOfDone !== undefined){
if(!(validate108(data.definitionOfDone, {instancePath:instancePath+"/definitionOfDone",parentData:data,parentDataProperty:"definitionOfDone",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
errors = vErrors.length;
}
}
if(data.permissions !== undefined){
if(!(validate124(data.permissions, {instancePath:instancePath+"/permissions",parentData:data,parentDataProperty:"permissions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
errors = vErrors.length;
}
}
if(data.work !== undefined){
if(!(wrapper0.validate(data.work, {instancePath:instancePath+"/work",parentData:data,parentDataProperty:"work",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.onFailure !== undefined){
if(!(validate186(data.onFailure, {instancePath:instancePath+"/onFailure",parentData:data,parentDataProperty:"onFailure",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate186.errors : vErrors.concat(validate186.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema69.type,parentSchema:schema69,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate183.errors = vErrors;
return errors === 0;
}
validate183.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate142(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate142.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.goal === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "goal"},message:"must have required property '"+"goal"+"'",schema:schema58.required,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func3.call(schema58.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.goal !== undefined){
let data0 = data.goal;
if(typeof data0 === "string"){
if(func4(data0) > 4000){
const err2 = {instancePath:instancePath+"/goal",schemaPath:"#/properties/goal/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema58.properties.goal,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func4(data0) < 1){
const err3 = {instancePath:instancePath+"/goal",schemaPath:"#/properties/goal/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema58.properties.goal,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/goal",schemaPath:"#/properties/goal/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.goal.type,parentSchema:schema58.properties.goal,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.capability !== undefined){
if(!(validate143(data.capability, {instancePath:instancePath+"/capability",parentData:data,parentDataProperty:"capability",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
}
if(data.deliverables !== undefined){
let data2 = data.deliverables;
if(Array.isArray(data2)){
if(data2.length > 32){
const err5 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema58.properties.deliverables,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema58.properties.deliverables,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate145(data2[i0], {instancePath:instancePath+"/deliverables/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate145.errors : vErrors.concat(validate145.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath:instancePath+"/deliverables",schemaPath:"#/properties/deliverables/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.deliverables.type,parentSchema:schema58.properties.deliverables,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.accept !== undefined){
let data4 = data.accept;
if(Array.isArray(data4)){
if(data4.length > 32){
const err8 = {instancePath:instancePath+"/accept",schemaPath:"#/properties/accept/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema58.properties.accept,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data4.length < 1){
const err9 = {instancePath:instancePath+"/accept",schemaPath:"#/properties/accept/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema58.properties.accept,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
if(!(validate153(data4[i1], {instancePath:instancePath+"/accept/" + i1,parentData:data4,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate153.errors : vErrors.concat(validate153.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/accept",schemaPath:"#/properties/accept/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.accept.type,parentSchema:schema58.properties.accept,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.needs !== undefined){
let data6 = data.needs;
if(Array.isArray(data6)){
if(data6.length > 64){
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/properties/needs/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema58.properties.needs,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len2 = data6.length;
for(let i2=0; i2<len2; i2++){
if(!(validate57(data6[i2], {instancePath:instancePath+"/needs/" + i2,parentData:data6,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
}
if(!(func0(data6))){
const err12 = {instancePath:instancePath+"/needs",schemaPath:"#/properties/needs/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema58.properties.needs,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.needs.type,parentSchema:schema58.properties.needs,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.inputs !== undefined){
let data8 = data.inputs;
if(Array.isArray(data8)){
if(data8.length > 8){
const err14 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items",schema:8,parentSchema:schema58.properties.inputs,data:data8};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len3 = data8.length;
for(let i3=0; i3<len3; i3++){
if(!(validate57(data8[i3], {instancePath:instancePath+"/inputs/" + i3,parentData:data8,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
}
if(!(func0(data8))){
const err15 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema58.properties.inputs,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.inputs.type,parentSchema:schema58.properties.inputs,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.operations !== undefined){
let data10 = data.operations;
if(Array.isArray(data10)){
if(data10.length > 64){
const err17 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema58.properties.operations,data:data10};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data10.length < 1){
const err18 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema58.properties.operations,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
const len4 = data10.length;
for(let i4=0; i4<len4; i4++){
if(!(validate125(data10[i4], {instancePath:instancePath+"/operations/" + i4,parentData:data10,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate125.errors : vErrors.concat(validate125.errors);
errors = vErrors.length;
}
}
if(!(func0(data10))){
const err19 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema58.properties.operations,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.operations.type,parentSchema:schema58.properties.operations,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.tools !== undefined){
let data12 = data.tools;
if(Array.isArray(data12)){
if(data12.length > 64){
const err21 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema58.properties.tools,data:data12};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len5 = data12.length;
for(let i5=0; i5<len5; i5++){
if(!(validate127(data12[i5], {instancePath:instancePath+"/tools/" + i5,parentData:data12,parentDataProperty:i5,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
}
if(!(func0(data12))){
const err22 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema58.properties.tools,data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.tools.type,parentSchema:schema58.properties.tools,data:data12};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.resources !== undefined){
let data14 = data.resources;
if(Array.isArray(data14)){
if(data14.length > 64){
const err24 = {instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema58.properties.resources,data:data14};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
const len6 = data14.length;
for(let i6=0; i6<len6; i6++){
if(!(validate161(data14[i6], {instancePath:instancePath+"/resources/" + i6,parentData:data14,parentDataProperty:i6,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate161.errors : vErrors.concat(validate161.errors);
errors = vErrors.length;
}
}
}
else {
const err25 = {instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema58.properties.resources.type,parentSchema:schema58.properties.resources,data:data14};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.settings !== undefined){
if(!(validate165(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate165.errors : vErrors.concat(validate165.errors);
errors = vErrors.length;
}
}
if(data.budget !== undefined){
if(!(validate63(data.budget, {instancePath:instancePath+"/budget",parentData:data,parentDataProperty:"budget",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data.deadline !== undefined){
if(!(validate119(data.deadline, {instancePath:instancePath+"/deadline",parentData:data,parentDataProperty:"deadline",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate119.errors : vErrors.concat(validate119.errors);
errors = vErrors.length;
}
}
if(data.urgency !== undefined){
let data19 = data.urgency;
if(typeof data19 !== "string"){
const err26 = {instancePath:instancePath+"/urgency",schemaPath:"#/properties/urgency/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.urgency.type,parentSchema:schema58.properties.urgency,data:data19};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!((((data19 === "routine") || (data19 === "normal")) || (data19 === "high")) || (data19 === "critical"))){
const err27 = {instancePath:instancePath+"/urgency",schemaPath:"#/properties/urgency/enum",keyword:"enum",params:{allowedValues: schema58.properties.urgency.enum},message:"must be equal to one of the allowed values",schema:schema58.properties.urgency.enum,parentSchema:schema58.properties.urgency,data:data19};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.impact !== undefined){
let data20 = data.impact;
if(typeof data20 === "string"){
if(func4(data20) > 4000){
const err28 = {instancePath:instancePath+"/impact",schemaPath:"#/properties/impact/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema58.properties.impact,data:data20};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(func4(data20) < 1){
const err29 = {instancePath:instancePath+"/impact",schemaPath:"#/properties/impact/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema58.properties.impact,data:data20};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/impact",schemaPath:"#/properties/impact/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.impact.type,parentSchema:schema58.properties.impact,data:data20};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.retry !== undefined){
if(!(validate170(data.retry, {instancePath:instancePath+"/retry",parentData:data,parentDataProperty:"retry",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate170.errors : vErrors.concat(validate170.errors);
errors = vErrors.length;
}
}
if(data.risk !== undefined){
let data22 = data.risk;
if(typeof data22 !== "string"){
const err31 = {instancePath:instancePath+"/risk",schemaPath:"#/properties/risk/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.risk.type,parentSchema:schema58.properties.risk,data:data22};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!(((((data22 === "none") || (data22 === "reversible")) || (data22 === "external")) || (data22 === "high_risk")) || (data22 === "destructive"))){
const err32 = {instancePath:instancePath+"/risk",schemaPath:"#/properties/risk/enum",keyword:"enum",params:{allowedValues: schema58.properties.risk.enum},message:"must be equal to one of the allowed values",schema:schema58.properties.risk.enum,parentSchema:schema58.properties.risk,data:data22};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.approval !== undefined){
let data23 = data.approval;
if(typeof data23 !== "string"){
const err33 = {instancePath:instancePath+"/approval",schemaPath:"#/properties/approval/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.approval.type,parentSchema:schema58.properties.approval,data:data23};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!((data23 === "not_required") || (data23 === "human_required"))){
const err34 = {instancePath:instancePath+"/approval",schemaPath:"#/properties/approval/enum",keyword:"enum",params:{allowedValues: schema58.properties.approval.enum},message:"must be equal to one of the allowed values",schema:schema58.properties.approval.enum,parentSchema:schema58.properties.approval,data:data23};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.review !== undefined){
if(!(validate175(data.review, {instancePath:instancePath+"/review",parentData:data,parentDataProperty:"review",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate175.errors : vErrors.concat(validate175.errors);
errors = vErrors.length;
}
}
if(data.result !== undefined){
let data25 = data.result;
if(typeof data25 !== "boolean"){
const err35 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema58.properties.result.type,parentSchema:schema58.properties.result,data:data25};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.mission !== undefined){
if(!(validate183(data.mission, {instancePath:instancePath+"/mission",parentData:data,parentDataProperty:"mission",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate183.errors : vErrors.concat(validate183.errors);
errors = vErrors.length;
}
}
}
else {
const err36 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema58.type,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
validate142.errors = vErrors;
return errors === 0;
}
validate142.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate140(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate140.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 64){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 64},message:"must NOT have more than 64 properties",schema:64,parentSchema:schema57,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema57,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate57(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema57.propertyNames,parentSchema:schema57,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
for(const key1 in data){
if(!(validate142(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate142.errors : vErrors.concat(validate142.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema57.type,parentSchema:schema57,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate140.errors = vErrors;
return errors === 0;
}
validate140.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema71 = {"title":"BriefApprovals","description":"What a human decides.","type":"object","additionalProperties":false,"properties":{"execution":{"description":"Before which work starts; risky when left out.","type":"string","enum":["risky","all"]},"policyVersion":{"$ref":"#/$defs/Semver"}}};
const schema72 = {"title":"Semver","type":"string","maxLength":128,"pattern":"^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$"};
const pattern21 = new RegExp("^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$", "u");

function validate192(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate192.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 128){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema72,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern21.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$"},message:"must match pattern \""+"^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$"+"\"",schema:"^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$",parentSchema:schema72,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema72.type,parentSchema:schema72,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate192.errors = vErrors;
return errors === 0;
}
validate192.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate191(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate191.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "execution") || (key0 === "policyVersion"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema71,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.execution !== undefined){
let data0 = data.execution;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/execution",schemaPath:"#/properties/execution/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema71.properties.execution.type,parentSchema:schema71.properties.execution,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data0 === "risky") || (data0 === "all"))){
const err2 = {instancePath:instancePath+"/execution",schemaPath:"#/properties/execution/enum",keyword:"enum",params:{allowedValues: schema71.properties.execution.enum},message:"must be equal to one of the allowed values",schema:schema71.properties.execution.enum,parentSchema:schema71.properties.execution,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.policyVersion !== undefined){
if(!(validate192(data.policyVersion, {instancePath:instancePath+"/policyVersion",parentData:data,parentDataProperty:"policyVersion",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate192.errors : vErrors.concat(validate192.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema71.type,parentSchema:schema71,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate191.errors = vErrors;
return errors === 0;
}
validate191.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema73 = {"title":"BriefOffers","type":"object","additionalProperties":false,"properties":{"validFor":{"description":"How long an offer stands; 5m when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"atOnce":{"description":"To how many Workers urgent work is offered at once; 3 when left out.","type":"integer","minimum":1,"maximum":16}}};

function validate195(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate195.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "validFor") || (key0 === "atOnce"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema73,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.validFor !== undefined){
if(!(validate88(data.validFor, {instancePath:instancePath+"/validFor",parentData:data,parentDataProperty:"validFor",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.atOnce !== undefined){
let data1 = data.atOnce;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err1 = {instancePath:instancePath+"/atOnce",schemaPath:"#/properties/atOnce/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema73.properties.atOnce.type,parentSchema:schema73.properties.atOnce,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 16 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/atOnce",schemaPath:"#/properties/atOnce/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16},message:"must be <= 16",schema:16,parentSchema:schema73.properties.atOnce,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/atOnce",schemaPath:"#/properties/atOnce/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema73.properties.atOnce,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema73.type,parentSchema:schema73,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate195.errors = vErrors;
return errors === 0;
}
validate195.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema74 = {"title":"BriefCoordinator","type":"object","additionalProperties":false,"properties":{"lease":{"description":"How long the Coordinator's term lasts without renewal; 5m when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]}}};

function validate198(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate198.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "lease")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.lease !== undefined){
if(!(validate88(data.lease, {instancePath:instancePath+"/lease",parentData:data,parentDataProperty:"lease",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema74.type,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate198.errors = vErrors;
return errors === 0;
}
validate198.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema75 = {"title":"BriefResolutions","description":"What to do when a Worker is blocked; the first rule that fits counts, and a human is asked when none does.","type":"array","maxItems":32,"items":{"$ref":"#/$defs/BriefResolution"}};
const schema76 = {"title":"BriefResolution","type":"object","additionalProperties":false,"required":["contains","do"],"properties":{"contains":{"description":"Words in the resolution that the Worker asks for, in any case.","type":"string","minLength":1,"maxLength":500},"do":{"type":"string","enum":["unblock","fail","ask"]},"answer":{"description":"What the Worker is told.","type":"string","minLength":1,"maxLength":4000}}};

function validate202(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate202.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contains === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contains"},message:"must have required property '"+"contains"+"'",schema:schema76.required,parentSchema:schema76,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.do === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "do"},message:"must have required property '"+"do"+"'",schema:schema76.required,parentSchema:schema76,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "contains") || (key0 === "do")) || (key0 === "answer"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema76,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.contains !== undefined){
let data0 = data.contains;
if(typeof data0 === "string"){
if(func4(data0) > 500){
const err3 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema76.properties.contains,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func4(data0) < 1){
const err4 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema76.properties.contains,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.contains.type,parentSchema:schema76.properties.contains,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.do !== undefined){
let data1 = data.do;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/do",schemaPath:"#/properties/do/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.do.type,parentSchema:schema76.properties.do,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((data1 === "unblock") || (data1 === "fail")) || (data1 === "ask"))){
const err7 = {instancePath:instancePath+"/do",schemaPath:"#/properties/do/enum",keyword:"enum",params:{allowedValues: schema76.properties.do.enum},message:"must be equal to one of the allowed values",schema:schema76.properties.do.enum,parentSchema:schema76.properties.do,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.answer !== undefined){
let data2 = data.answer;
if(typeof data2 === "string"){
if(func4(data2) > 4000){
const err8 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema76.properties.answer,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func4(data2) < 1){
const err9 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema76.properties.answer,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.answer.type,parentSchema:schema76.properties.answer,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema76.type,parentSchema:schema76,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate202.errors = vErrors;
return errors === 0;
}
validate202.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate201(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate201.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length > 32){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema75,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate202(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate202.errors : vErrors.concat(validate202.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema75.type,parentSchema:schema75,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate201.errors = vErrors;
return errors === 0;
}
validate201.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema77 = {"title":"BriefCleanup","type":"object","additionalProperties":false,"properties":{"archive":{"description":"Archive the Group at the end; false when left out.","type":"boolean"}}};

function validate205(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate205.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "archive")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema77,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.archive !== undefined){
let data0 = data.archive;
if(typeof data0 !== "boolean"){
const err1 = {instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema77.properties.archive.type,parentSchema:schema77.properties.archive,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema77.type,parentSchema:schema77,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate205.errors = vErrors;
return errors === 0;
}
validate205.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate104(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate104.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.brief === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "brief"},message:"must have required property '"+"brief"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.title === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.objective === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "objective"},message:"must have required property '"+"objective"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.definitionOfDone === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "definitionOfDone"},message:"must have required property '"+"definitionOfDone"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.budget === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "budget"},message:"must have required property '"+"budget"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.deadline === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deadline"},message:"must have required property '"+"deadline"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.workers === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workers"},message:"must have required property '"+"workers"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.work === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "work"},message:"must have required property '"+"work"+"'",schema:schema41.required,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key0 in data){
if(!(func3.call(schema41.properties, key0))){
const err8 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.brief !== undefined){
let data0 = data.brief;
if(1 !== data0){
const err9 = {instancePath:instancePath+"/brief",schemaPath:"#/properties/brief/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant",schema:1,parentSchema:schema41.properties.brief,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func4(data1) > 200){
const err10 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema41.properties.title,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func4(data1) < 1){
const err11 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema41.properties.title,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.properties.title.type,parentSchema:schema41.properties.title,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.objective !== undefined){
let data2 = data.objective;
if(typeof data2 === "string"){
if(func4(data2) > 10000){
const err13 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/maxLength",keyword:"maxLength",params:{limit: 10000},message:"must NOT have more than 10000 characters",schema:10000,parentSchema:schema41.properties.objective,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(func4(data2) < 1){
const err14 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema41.properties.objective,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.properties.objective.type,parentSchema:schema41.properties.objective,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.inputs !== undefined){
if(!(validate105(data.inputs, {instancePath:instancePath+"/inputs",parentData:data,parentDataProperty:"inputs",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate105.errors : vErrors.concat(validate105.errors);
errors = vErrors.length;
}
}
if(data.definitionOfDone !== undefined){
if(!(validate108(data.definitionOfDone, {instancePath:instancePath+"/definitionOfDone",parentData:data,parentDataProperty:"definitionOfDone",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
errors = vErrors.length;
}
}
if(data.budget !== undefined){
if(!(validate63(data.budget, {instancePath:instancePath+"/budget",parentData:data,parentDataProperty:"budget",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data.deadline !== undefined){
if(!(validate119(data.deadline, {instancePath:instancePath+"/deadline",parentData:data,parentDataProperty:"deadline",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate119.errors : vErrors.concat(validate119.errors);
errors = vErrors.length;
}
}
if(data.permissions !== undefined){
if(!(validate124(data.permissions, {instancePath:instancePath+"/permissions",parentData:data,parentDataProperty:"permissions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
errors = vErrors.length;
}
}
if(data.workers !== undefined){
if(!(validate130(data.workers, {instancePath:instancePath+"/workers",parentData:data,parentDataProperty:"workers",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate130.errors : vErrors.concat(validate130.errors);
errors = vErrors.length;
}
}
if(data.work !== undefined){
if(!(validate140(data.work, {instancePath:instancePath+"/work",parentData:data,parentDataProperty:"work",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
}
if(data.approvals !== undefined){
if(!(validate191(data.approvals, {instancePath:instancePath+"/approvals",parentData:data,parentDataProperty:"approvals",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate191.errors : vErrors.concat(validate191.errors);
errors = vErrors.length;
}
}
if(data.offers !== undefined){
if(!(validate195(data.offers, {instancePath:instancePath+"/offers",parentData:data,parentDataProperty:"offers",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate195.errors : vErrors.concat(validate195.errors);
errors = vErrors.length;
}
}
if(data.coordinator !== undefined){
if(!(validate198(data.coordinator, {instancePath:instancePath+"/coordinator",parentData:data,parentDataProperty:"coordinator",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate198.errors : vErrors.concat(validate198.errors);
errors = vErrors.length;
}
}
if(data.whenBlocked !== undefined){
if(!(validate201(data.whenBlocked, {instancePath:instancePath+"/whenBlocked",parentData:data,parentDataProperty:"whenBlocked",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate201.errors : vErrors.concat(validate201.errors);
errors = vErrors.length;
}
}
if(data.cleanup !== undefined){
if(!(validate205(data.cleanup, {instancePath:instancePath+"/cleanup",parentData:data,parentDataProperty:"cleanup",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate205.errors : vErrors.concat(validate205.errors);
errors = vErrors.length;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate104.errors = vErrors;
return errors === 0;
}
validate104.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const WorkerConfigFile = validate207;
const schema78 = {"title":"WorkerConfigFile","description":"The configuration of a Worker: who it is, what it can do, with what and within which bounds.","type":"object","additionalProperties":false,"required":["worker"],"properties":{"worker":{"description":"Version of this format.","const":1},"base":{"description":"Another configuration, of which everything is taken that is not said here.","allOf":[{"$ref":"#/$defs/WorkerConfigPath"}]},"identity":{"$ref":"#/$defs/WorkerConfigIdentity"},"authority":{"$ref":"#/$defs/WorkerConfigAuthority"},"capabilities":{"$ref":"#/$defs/WorkerConfigCapabilities"},"slots":{"description":"How many runs at once, 1 when left out.","type":"integer","minimum":1,"maximum":64},"folders":{"$ref":"#/$defs/WorkerConfigFolders"},"groups":{"$ref":"#/$defs/WorkerConfigGroups"},"otherGroups":{"$ref":"#/$defs/WorkerConfigOtherGroups"},"preemptAfter":{"description":"How long a run keeps its slot before more pressing work may ask for it; 1m when left out.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"admission":{"$ref":"#/$defs/WorkerConfigAdmission"},"limits":{"$ref":"#/$defs/WorkerConfigLimits"},"lease":{"$ref":"#/$defs/WorkerConfigLease"},"offline":{"$ref":"#/$defs/WorkerConfigOffline"}}};
const schema79 = {"title":"WorkerConfigPath","description":"A path, relative to the configuration or absolute.","type":"string","minLength":1,"maxLength":1024,"pattern":"^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$"};
const pattern22 = new RegExp("^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$", "u");

function validate208(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate208.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 1024){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func4(data) < 1){
const err1 = {instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern22.test(data)){
const err2 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$"},message:"must match pattern \""+"^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$"+"\"",schema:"^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$",parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema79.type,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate208.errors = vErrors;
return errors === 0;
}
validate208.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema80 = {"title":"WorkerConfigIdentity","description":"Who the Worker is. Whoever starts it from a template says so instead.","type":"object","additionalProperties":false,"required":["agentId","name","key"],"properties":{"agentId":{"description":"The Agent, as its card and its key binding name it.","allOf":[{"$ref":"#/$defs/Id"}]},"name":{"description":"For people.","type":"string","minLength":1,"maxLength":200},"key":{"description":"Signing key file; only its owner may read it.","allOf":[{"$ref":"#/$defs/WorkerConfigPath"}]}}};

function validate210(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate210.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agentId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agentId"},message:"must have required property '"+"agentId"+"'",schema:schema80.required,parentSchema:schema80,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema80.required,parentSchema:schema80,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.key === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema80.required,parentSchema:schema80,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "agentId") || (key0 === "name")) || (key0 === "key"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema80,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.agentId !== undefined){
if(!(validate135(data.agentId, {instancePath:instancePath+"/agentId",parentData:data,parentDataProperty:"agentId",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(func4(data1) > 200){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema80.properties.name,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func4(data1) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema80.properties.name,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema80.properties.name.type,parentSchema:schema80.properties.name,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.key !== undefined){
if(!(validate208(data.key, {instancePath:instancePath+"/key",parentData:data,parentDataProperty:"key",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema80.type,parentSchema:schema80,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate210.errors = vErrors;
return errors === 0;
}
validate210.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema81 = {"title":"WorkerConfigAuthority","description":"Where the Authority is, and by what it is recognized.","type":"object","additionalProperties":false,"required":["origin","organizationId"],"properties":{"origin":{"title":"WorkerConfigOrigin","description":"https://host:port; http only for this machine.","type":"string","maxLength":512,"pattern":"^https?://[^/?#@\\s]+/?$"},"organizationId":{"$ref":"#/$defs/Id"},"ca":{"description":"Certificate, PEM: nobody else's counts then. The system's when left out.","allOf":[{"$ref":"#/$defs/WorkerConfigPath"}]},"serverName":{"description":"The name in the certificate, when it is not the one in the origin.","type":"string","minLength":1,"maxLength":253}}};
const pattern23 = new RegExp("^https?://[^/?#@\\s]+/?$", "u");

function validate214(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate214.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.origin === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "origin"},message:"must have required property '"+"origin"+"'",schema:schema81.required,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.organizationId === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "organizationId"},message:"must have required property '"+"organizationId"+"'",schema:schema81.required,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "origin") || (key0 === "organizationId")) || (key0 === "ca")) || (key0 === "serverName"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.origin !== undefined){
let data0 = data.origin;
if(typeof data0 === "string"){
if(func4(data0) > 512){
const err3 = {instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema81.properties.origin,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern23.test(data0)){
const err4 = {instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/pattern",keyword:"pattern",params:{pattern: "^https?://[^/?#@\\s]+/?$"},message:"must match pattern \""+"^https?://[^/?#@\\s]+/?$"+"\"",schema:"^https?://[^/?#@\\s]+/?$",parentSchema:schema81.properties.origin,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema81.properties.origin.type,parentSchema:schema81.properties.origin,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.organizationId !== undefined){
if(!(validate135(data.organizationId, {instancePath:instancePath+"/organizationId",parentData:data,parentDataProperty:"organizationId",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(data.ca !== undefined){
if(!(validate208(data.ca, {instancePath:instancePath+"/ca",parentData:data,parentDataProperty:"ca",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
if(data.serverName !== undefined){
let data3 = data.serverName;
if(typeof data3 === "string"){
if(func4(data3) > 253){
const err6 = {instancePath:instancePath+"/serverName",schemaPath:"#/properties/serverName/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema81.properties.serverName,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func4(data3) < 1){
const err7 = {instancePath:instancePath+"/serverName",schemaPath:"#/properties/serverName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema81.properties.serverName,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/serverName",schemaPath:"#/properties/serverName/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema81.properties.serverName.type,parentSchema:schema81.properties.serverName,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema81.type,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate214.errors = vErrors;
return errors === 0;
}
validate214.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema82 = {"title":"WorkerConfigCapabilities","description":"What it can do, and the program behind each.","type":"object","minProperties":1,"maxProperties":32,"propertyNames":{"$ref":"#/$defs/BriefOfferedCapability"},"additionalProperties":{"$ref":"#/$defs/WorkerConfigCapability"}};
const schema83 = {"title":"WorkerConfigCapability","description":"One of node, program and module, and what its runs get.","type":"object","additionalProperties":false,"properties":{"node":{"description":"A Node script under Node's permission model.","allOf":[{"$ref":"#/$defs/WorkerConfigPath"}]},"program":{"title":"WorkerConfigProgram","description":"An executable: a path, or a name to be found in the search path.","type":"string","minLength":1,"maxLength":1024,"pattern":"^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$"},"module":{"description":"A module whose function work is called in the Worker's own process.","allOf":[{"$ref":"#/$defs/WorkerConfigPath"}]},"args":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":4096}},"code":{"description":"For node: files and folders that it may read; its own folder when left out.","type":"array","maxItems":64,"items":{"$ref":"#/$defs/WorkerConfigPath"}},"checkpoints":{"description":"Whether it saves checkpoints when it is asked; no when left out.","type":"boolean"},"secrets":{"$ref":"#/$defs/WorkerConfigSecrets"},"needs":{"$ref":"#/$defs/WorkerConfigNeeds"}}};
const schema84 = {"title":"WorkerConfigSecrets","description":"Environment variables that only runs of this capability get.","type":"object","maxProperties":32,"propertyNames":{"$ref":"#/$defs/WorkerConfigVariable"},"additionalProperties":{"$ref":"#/$defs/WorkerConfigSecret"}};
const schema85 = {"title":"WorkerConfigVariable","description":"The name of an environment variable.","type":"string","pattern":"^[A-Z][A-Z0-9_]{0,127}$"};
const pattern25 = new RegExp("^[A-Z][A-Z0-9_]{0,127}$", "u");

function validate225(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate225.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!pattern25.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[A-Z][A-Z0-9_]{0,127}$"},message:"must match pattern \""+"^[A-Z][A-Z0-9_]{0,127}$"+"\"",schema:"^[A-Z][A-Z0-9_]{0,127}$",parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.type,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate225.errors = vErrors;
return errors === 0;
}
validate225.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema86 = {"title":"WorkerConfigSecret","description":"Where the value comes from; it never stands in the configuration.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"file":{"description":"A file that only its owner may read; a line feed at its end does not count.","allOf":[{"$ref":"#/$defs/WorkerConfigPath"}]},"environment":{"$ref":"#/$defs/WorkerConfigVariable"}}};

function validate227(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate227.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 1},message:"must NOT have more than 1 properties",schema:1,parentSchema:schema86,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema86,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "file") || (key0 === "environment"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema86,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.file !== undefined){
if(!(validate208(data.file, {instancePath:instancePath+"/file",parentData:data,parentDataProperty:"file",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
if(data.environment !== undefined){
if(!(validate225(data.environment, {instancePath:instancePath+"/environment",parentData:data,parentDataProperty:"environment",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate225.errors : vErrors.concat(validate225.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema86.type,parentSchema:schema86,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate227.errors = vErrors;
return errors === 0;
}
validate227.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate224(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate224.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 32){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 32},message:"must NOT have more than 32 properties",schema:32,parentSchema:schema84,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate225(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate225.errors : vErrors.concat(validate225.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema84.propertyNames,parentSchema:schema84,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 in data){
if(!(validate227(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate227.errors : vErrors.concat(validate227.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema84.type,parentSchema:schema84,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate224.errors = vErrors;
return errors === 0;
}
validate224.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema87 = {"title":"WorkerConfigNeeds","description":"Work with less budget than this is declined.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"modelTokens":{"$ref":"#/$defs/SafeInteger"},"toolCalls":{"$ref":"#/$defs/SafeInteger"},"computeSeconds":{"$ref":"#/$defs/SafeInteger"},"wallClockSeconds":{"$ref":"#/$defs/SafeInteger"},"externalActions":{"$ref":"#/$defs/SafeInteger"}}};

function validate232(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate232.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema87,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "modelTokens") || (key0 === "toolCalls")) || (key0 === "computeSeconds")) || (key0 === "wallClockSeconds")) || (key0 === "externalActions"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema87,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.modelTokens !== undefined){
if(!(validate64(data.modelTokens, {instancePath:instancePath+"/modelTokens",parentData:data,parentDataProperty:"modelTokens",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.toolCalls !== undefined){
if(!(validate64(data.toolCalls, {instancePath:instancePath+"/toolCalls",parentData:data,parentDataProperty:"toolCalls",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.computeSeconds !== undefined){
if(!(validate64(data.computeSeconds, {instancePath:instancePath+"/computeSeconds",parentData:data,parentDataProperty:"computeSeconds",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.wallClockSeconds !== undefined){
if(!(validate64(data.wallClockSeconds, {instancePath:instancePath+"/wallClockSeconds",parentData:data,parentDataProperty:"wallClockSeconds",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
if(data.externalActions !== undefined){
if(!(validate64(data.externalActions, {instancePath:instancePath+"/externalActions",parentData:data,parentDataProperty:"externalActions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema87.type,parentSchema:schema87,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate232.errors = vErrors;
return errors === 0;
}
validate232.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate220(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate220.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "node") || (key0 === "program")) || (key0 === "module")) || (key0 === "args")) || (key0 === "code")) || (key0 === "checkpoints")) || (key0 === "secrets")) || (key0 === "needs"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema83,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.node !== undefined){
if(!(validate208(data.node, {instancePath:instancePath+"/node",parentData:data,parentDataProperty:"node",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
if(data.program !== undefined){
let data1 = data.program;
if(typeof data1 === "string"){
if(func4(data1) > 1024){
const err1 = {instancePath:instancePath+"/program",schemaPath:"#/properties/program/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema83.properties.program,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func4(data1) < 1){
const err2 = {instancePath:instancePath+"/program",schemaPath:"#/properties/program/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema83.properties.program,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern22.test(data1)){
const err3 = {instancePath:instancePath+"/program",schemaPath:"#/properties/program/pattern",keyword:"pattern",params:{pattern: "^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$"},message:"must match pattern \""+"^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$"+"\"",schema:"^[^~\\u0000-\\u001f][^\\u0000-\\u001f]*$",parentSchema:schema83.properties.program,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/program",schemaPath:"#/properties/program/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.program.type,parentSchema:schema83.properties.program,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.module !== undefined){
if(!(validate208(data.module, {instancePath:instancePath+"/module",parentData:data,parentDataProperty:"module",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
if(data.args !== undefined){
let data3 = data.args;
if(Array.isArray(data3)){
if(data3.length > 64){
const err5 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema83.properties.args,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func4(data4) > 4096){
const err6 = {instancePath:instancePath+"/args/" + i0,schemaPath:"#/properties/args/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema83.properties.args.items,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/args/" + i0,schemaPath:"#/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.args.items.type,parentSchema:schema83.properties.args.items,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema83.properties.args.type,parentSchema:schema83.properties.args,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.code !== undefined){
let data5 = data.code;
if(Array.isArray(data5)){
if(data5.length > 64){
const err9 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema83.properties.code,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
if(!(validate208(data5[i1], {instancePath:instancePath+"/code/" + i1,parentData:data5,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema83.properties.code.type,parentSchema:schema83.properties.code,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.checkpoints !== undefined){
let data7 = data.checkpoints;
if(typeof data7 !== "boolean"){
const err11 = {instancePath:instancePath+"/checkpoints",schemaPath:"#/properties/checkpoints/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema83.properties.checkpoints.type,parentSchema:schema83.properties.checkpoints,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.secrets !== undefined){
if(!(validate224(data.secrets, {instancePath:instancePath+"/secrets",parentData:data,parentDataProperty:"secrets",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors);
errors = vErrors.length;
}
}
if(data.needs !== undefined){
if(!(validate232(data.needs, {instancePath:instancePath+"/needs",parentData:data,parentDataProperty:"needs",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate232.errors : vErrors.concat(validate232.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema83.type,parentSchema:schema83,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate220.errors = vErrors;
return errors === 0;
}
validate220.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate218(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate218.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 32){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 32},message:"must NOT have more than 32 properties",schema:32,parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate93(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema82.propertyNames,parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
for(const key1 in data){
if(!(validate220(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema82.type,parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate218.errors = vErrors;
return errors === 0;
}
validate218.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema88 = {"title":"WorkerConfigFolders","description":"Folders of this machine that runs may read: input stands for the resource folder:input.","type":"object","maxProperties":32,"propertyNames":{"$ref":"#/$defs/WorkerConfigFolderName"},"additionalProperties":{"$ref":"#/$defs/WorkerConfigFolder"}};
const schema89 = {"title":"WorkerConfigFolderName","description":"As briefs name their inputs.","type":"string","maxLength":48,"pattern":"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"};

function validate242(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate242.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(func4(data) > 48){
const err0 = {instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 48},message:"must NOT have more than 48 characters",schema:48,parentSchema:schema89,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern3.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"},message:"must match pattern \""+"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"+"\"",schema:"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$",parentSchema:schema89,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema89.type,parentSchema:schema89,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate242.errors = vErrors;
return errors === 0;
}
validate242.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema90 = {"title":"WorkerConfigFolder","description":"A folder, for all Groups or for some.","type":"object","additionalProperties":false,"required":["path"],"properties":{"path":{"$ref":"#/$defs/WorkerConfigPath"},"groups":{"description":"Only work of these Groups gets it; that of all when left out.","type":"array","minItems":1,"maxItems":256,"uniqueItems":true,"items":{"$ref":"#/$defs/Id"}}}};

function validate244(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate244.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema90.required,parentSchema:schema90,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "path") || (key0 === "groups"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema90,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.path !== undefined){
if(!(validate208(data.path, {instancePath:instancePath+"/path",parentData:data,parentDataProperty:"path",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
if(data.groups !== undefined){
let data1 = data.groups;
if(Array.isArray(data1)){
if(data1.length > 256){
const err2 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema90.properties.groups,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema90.properties.groups,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate135(data1[i0], {instancePath:instancePath+"/groups/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(!(func0(data1))){
const err4 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema90.properties.groups,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema90.properties.groups.type,parentSchema:schema90.properties.groups,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema90.type,parentSchema:schema90,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate244.errors = vErrors;
return errors === 0;
}
validate244.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate241(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate241.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 32){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 32},message:"must NOT have more than 32 properties",schema:32,parentSchema:schema88,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate242(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate242.errors : vErrors.concat(validate242.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema88.propertyNames,parentSchema:schema88,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 in data){
if(!(validate244(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate244.errors : vErrors.concat(validate244.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema88.type,parentSchema:schema88,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate241.errors = vErrors;
return errors === 0;
}
validate241.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema91 = {"title":"WorkerConfigGroups","description":"How Groups share the slots, by Group id.","type":"object","maxProperties":1024,"propertyNames":{"$ref":"#/$defs/Id"},"additionalProperties":{"$ref":"#/$defs/WorkerConfigGroup"}};
const schema92 = {"title":"WorkerConfigGroup","description":"The share of one Group.","type":"object","additionalProperties":false,"properties":{"weight":{"description":"Its share while all slots are wanted, relative to the others; 1 when left out.","type":"number","minimum":1,"maximum":1000},"slots":{"description":"The most slots at a time; 0 for nothing.","type":"integer","minimum":0,"maximum":64},"bias":{"description":"Added to the priority of its work.","type":"number","minimum":-100,"maximum":100}}};

function validate251(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate251.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "weight") || (key0 === "slots")) || (key0 === "bias"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema92,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.weight !== undefined){
let data0 = data.weight;
if(typeof data0 == "number"){
if(data0 > 1000 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/weight",schemaPath:"#/properties/weight/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema92.properties.weight,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/weight",schemaPath:"#/properties/weight/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema92.properties.weight,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/weight",schemaPath:"#/properties/weight/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema92.properties.weight.type,parentSchema:schema92.properties.weight,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.slots !== undefined){
let data1 = data.slots;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err4 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema92.properties.slots.type,parentSchema:schema92.properties.slots,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 64 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64",schema:64,parentSchema:schema92.properties.slots,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema92.properties.slots,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.bias !== undefined){
let data2 = data.bias;
if(typeof data2 == "number"){
if(data2 > 100 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/bias",schemaPath:"#/properties/bias/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema92.properties.bias,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < -100 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/bias",schemaPath:"#/properties/bias/minimum",keyword:"minimum",params:{comparison: ">=", limit: -100},message:"must be >= -100",schema:-100,parentSchema:schema92.properties.bias,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/bias",schemaPath:"#/properties/bias/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema92.properties.bias.type,parentSchema:schema92.properties.bias,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema92.type,parentSchema:schema92,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate251.errors = vErrors;
return errors === 0;
}
validate251.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate249(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate249.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1024){
const err0 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 1024},message:"must NOT have more than 1024 properties",schema:1024,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
const _errs1 = errors;
if(!(validate135(key0, {instancePath,parentData:data,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid",schema:schema91.propertyNames,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 in data){
if(!(validate251(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate251.errors : vErrors.concat(validate251.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema91.type,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate249.errors = vErrors;
return errors === 0;
}
validate249.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema93 = {"title":"WorkerConfigOtherGroups","description":"Whether it works for Groups that are not named above; accept when left out.","type":"string","enum":["accept","decline"]};

function validate254(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate254.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema93.type,parentSchema:schema93,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((data === "accept") || (data === "decline"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema93.enum},message:"must be equal to one of the allowed values",schema:schema93.enum,parentSchema:schema93,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate254.errors = vErrors;
return errors === 0;
}
validate254.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema94 = {"title":"WorkerConfigAdmission","description":"Which offers are accepted.","type":"object","additionalProperties":false,"properties":{"sideEffectRisks":{"description":"none and reversible when left out.","type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/SideEffectRisk"}},"maxQueued":{"type":"integer","minimum":1,"maximum":10000},"maxActive":{"type":"integer","minimum":1,"maximum":64},"acceptWaiting":{"description":"Whether work is accepted before the work that it needs is verified; yes when left out.","type":"boolean"},"maxWait":{"description":"How long accepted work may wait for a slot.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"resources":{"description":"Resources and tools beside the folders; whatever a contract allows when left out.","type":"array","maxItems":256,"uniqueItems":true,"items":{"$ref":"#/$defs/Id"}}}};
const schema95 = {"title":"SideEffectRisk","type":"string","enum":["none","reversible","external","high_risk","destructive"]};

function validate258(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate258.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema95.type,parentSchema:schema95,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((data === "none") || (data === "reversible")) || (data === "external")) || (data === "high_risk")) || (data === "destructive"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema95.enum},message:"must be equal to one of the allowed values",schema:schema95.enum,parentSchema:schema95,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate258.errors = vErrors;
return errors === 0;
}
validate258.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate257(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate257.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "sideEffectRisks") || (key0 === "maxQueued")) || (key0 === "maxActive")) || (key0 === "acceptWaiting")) || (key0 === "maxWait")) || (key0 === "resources"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema94,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.sideEffectRisks !== undefined){
let data0 = data.sideEffectRisks;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/sideEffectRisks",schemaPath:"#/properties/sideEffectRisks/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema94.properties.sideEffectRisks,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate258(data0[i0], {instancePath:instancePath+"/sideEffectRisks/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate258.errors : vErrors.concat(validate258.errors);
errors = vErrors.length;
}
}
if(!(func0(data0))){
const err2 = {instancePath:instancePath+"/sideEffectRisks",schemaPath:"#/properties/sideEffectRisks/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema94.properties.sideEffectRisks,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/sideEffectRisks",schemaPath:"#/properties/sideEffectRisks/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema94.properties.sideEffectRisks.type,parentSchema:schema94.properties.sideEffectRisks,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.maxQueued !== undefined){
let data2 = data.maxQueued;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err4 = {instancePath:instancePath+"/maxQueued",schemaPath:"#/properties/maxQueued/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema94.properties.maxQueued.type,parentSchema:schema94.properties.maxQueued,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 10000 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/maxQueued",schemaPath:"#/properties/maxQueued/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema94.properties.maxQueued,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/maxQueued",schemaPath:"#/properties/maxQueued/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema94.properties.maxQueued,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.maxActive !== undefined){
let data3 = data.maxActive;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err7 = {instancePath:instancePath+"/maxActive",schemaPath:"#/properties/maxActive/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema94.properties.maxActive.type,parentSchema:schema94.properties.maxActive,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 64 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/maxActive",schemaPath:"#/properties/maxActive/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64",schema:64,parentSchema:schema94.properties.maxActive,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/maxActive",schemaPath:"#/properties/maxActive/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema94.properties.maxActive,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.acceptWaiting !== undefined){
let data4 = data.acceptWaiting;
if(typeof data4 !== "boolean"){
const err10 = {instancePath:instancePath+"/acceptWaiting",schemaPath:"#/properties/acceptWaiting/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema94.properties.acceptWaiting.type,parentSchema:schema94.properties.acceptWaiting,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.maxWait !== undefined){
if(!(validate88(data.maxWait, {instancePath:instancePath+"/maxWait",parentData:data,parentDataProperty:"maxWait",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.resources !== undefined){
let data6 = data.resources;
if(Array.isArray(data6)){
if(data6.length > 256){
const err11 = {instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema94.properties.resources,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
if(!(validate135(data6[i1], {instancePath:instancePath+"/resources/" + i1,parentData:data6,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
}
if(!(func0(data6))){
const err12 = {instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/uniqueItems",keyword:"uniqueItems",params:{},message:"must NOT have duplicate items",schema:true,parentSchema:schema94.properties.resources,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema94.properties.resources.type,parentSchema:schema94.properties.resources,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema94.type,parentSchema:schema94,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate257.errors = vErrors;
return errors === 0;
}
validate257.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema96 = {"title":"WorkerConfigLimits","description":"Of one run; the contract narrows them.","type":"object","additionalProperties":false,"properties":{"wallClock":{"$ref":"#/$defs/BriefDuration"},"cpu":{"$ref":"#/$defs/BriefDuration"},"outputMiB":{"type":"integer","minimum":1,"maximum":65536},"memoryMiB":{"type":"integer","minimum":16,"maximum":1048576}}};

function validate263(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate263.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "wallClock") || (key0 === "cpu")) || (key0 === "outputMiB")) || (key0 === "memoryMiB"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema96,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.wallClock !== undefined){
if(!(validate88(data.wallClock, {instancePath:instancePath+"/wallClock",parentData:data,parentDataProperty:"wallClock",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.cpu !== undefined){
if(!(validate88(data.cpu, {instancePath:instancePath+"/cpu",parentData:data,parentDataProperty:"cpu",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.outputMiB !== undefined){
let data2 = data.outputMiB;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err1 = {instancePath:instancePath+"/outputMiB",schemaPath:"#/properties/outputMiB/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema96.properties.outputMiB.type,parentSchema:schema96.properties.outputMiB,data:data2};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 65536 || isNaN(data2)){
const err2 = {instancePath:instancePath+"/outputMiB",schemaPath:"#/properties/outputMiB/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65536},message:"must be <= 65536",schema:65536,parentSchema:schema96.properties.outputMiB,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/outputMiB",schemaPath:"#/properties/outputMiB/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema96.properties.outputMiB,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.memoryMiB !== undefined){
let data3 = data.memoryMiB;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err4 = {instancePath:instancePath+"/memoryMiB",schemaPath:"#/properties/memoryMiB/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema96.properties.memoryMiB.type,parentSchema:schema96.properties.memoryMiB,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 1048576 || isNaN(data3)){
const err5 = {instancePath:instancePath+"/memoryMiB",schemaPath:"#/properties/memoryMiB/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576",schema:1048576,parentSchema:schema96.properties.memoryMiB,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3 < 16 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/memoryMiB",schemaPath:"#/properties/memoryMiB/minimum",keyword:"minimum",params:{comparison: ">=", limit: 16},message:"must be >= 16",schema:16,parentSchema:schema96.properties.memoryMiB,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema96.type,parentSchema:schema96,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate263.errors = vErrors;
return errors === 0;
}
validate263.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema97 = {"title":"WorkerConfigLease","description":"How long rights are asked for.","type":"object","additionalProperties":false,"properties":{"length":{"description":"Of an Execution Lease.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"renewAfterShare":{"description":"The share of the lease after which it is renewed.","type":"number","minimum":0.1,"maximum":0.9},"stopMargin":{"description":"How long before its end everything under it is ended.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"checkpointWait":{"description":"How long a run may take to reach a checkpoint.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"resumeWithin":{"description":"How long work that was given back stays ours.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"blocked":{"description":"How long blocked work stays ours.","allOf":[{"$ref":"#/$defs/BriefDuration"}]}}};

function validate267(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate267.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "length") || (key0 === "renewAfterShare")) || (key0 === "stopMargin")) || (key0 === "checkpointWait")) || (key0 === "resumeWithin")) || (key0 === "blocked"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.length !== undefined){
if(!(validate88(data.length, {instancePath:instancePath+"/length",parentData:data,parentDataProperty:"length",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.renewAfterShare !== undefined){
let data1 = data.renewAfterShare;
if(typeof data1 == "number"){
if(data1 > 0.9 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/renewAfterShare",schemaPath:"#/properties/renewAfterShare/maximum",keyword:"maximum",params:{comparison: "<=", limit: 0.9},message:"must be <= 0.9",schema:0.9,parentSchema:schema97.properties.renewAfterShare,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < 0.1 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/renewAfterShare",schemaPath:"#/properties/renewAfterShare/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema97.properties.renewAfterShare,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/renewAfterShare",schemaPath:"#/properties/renewAfterShare/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema97.properties.renewAfterShare.type,parentSchema:schema97.properties.renewAfterShare,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.stopMargin !== undefined){
if(!(validate88(data.stopMargin, {instancePath:instancePath+"/stopMargin",parentData:data,parentDataProperty:"stopMargin",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.checkpointWait !== undefined){
if(!(validate88(data.checkpointWait, {instancePath:instancePath+"/checkpointWait",parentData:data,parentDataProperty:"checkpointWait",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.resumeWithin !== undefined){
if(!(validate88(data.resumeWithin, {instancePath:instancePath+"/resumeWithin",parentData:data,parentDataProperty:"resumeWithin",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.blocked !== undefined){
if(!(validate88(data.blocked, {instancePath:instancePath+"/blocked",parentData:data,parentDataProperty:"blocked",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema97.type,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate267.errors = vErrors;
return errors === 0;
}
validate267.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema98 = {"title":"WorkerConfigOffline","description":"What goes on without a connection.","type":"object","additionalProperties":false,"properties":{"grace":{"description":"How long reversible work goes on.","allOf":[{"$ref":"#/$defs/BriefDuration"}]},"maxActions":{"description":"The most actions that are kept for later.","type":"integer","minimum":0,"maximum":1000}}};

function validate274(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate274.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "grace") || (key0 === "maxActions"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.grace !== undefined){
if(!(validate88(data.grace, {instancePath:instancePath+"/grace",parentData:data,parentDataProperty:"grace",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.maxActions !== undefined){
let data1 = data.maxActions;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err1 = {instancePath:instancePath+"/maxActions",schemaPath:"#/properties/maxActions/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema98.properties.maxActions.type,parentSchema:schema98.properties.maxActions,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/maxActions",schemaPath:"#/properties/maxActions/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema98.properties.maxActions,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/maxActions",schemaPath:"#/properties/maxActions/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema98.properties.maxActions,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema98.type,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate274.errors = vErrors;
return errors === 0;
}
validate274.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate207(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate207.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.worker === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "worker"},message:"must have required property '"+"worker"+"'",schema:schema78.required,parentSchema:schema78,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func3.call(schema78.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema78,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.worker !== undefined){
let data0 = data.worker;
if(1 !== data0){
const err2 = {instancePath:instancePath+"/worker",schemaPath:"#/properties/worker/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant",schema:1,parentSchema:schema78.properties.worker,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.base !== undefined){
if(!(validate208(data.base, {instancePath:instancePath+"/base",parentData:data,parentDataProperty:"base",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
errors = vErrors.length;
}
}
if(data.identity !== undefined){
if(!(validate210(data.identity, {instancePath:instancePath+"/identity",parentData:data,parentDataProperty:"identity",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate210.errors : vErrors.concat(validate210.errors);
errors = vErrors.length;
}
}
if(data.authority !== undefined){
if(!(validate214(data.authority, {instancePath:instancePath+"/authority",parentData:data,parentDataProperty:"authority",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate214.errors : vErrors.concat(validate214.errors);
errors = vErrors.length;
}
}
if(data.capabilities !== undefined){
if(!(validate218(data.capabilities, {instancePath:instancePath+"/capabilities",parentData:data,parentDataProperty:"capabilities",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate218.errors : vErrors.concat(validate218.errors);
errors = vErrors.length;
}
}
if(data.slots !== undefined){
let data5 = data.slots;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
const err3 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema78.properties.slots.type,parentSchema:schema78.properties.slots,data:data5};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data5 == "number"){
if(data5 > 64 || isNaN(data5)){
const err4 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64",schema:64,parentSchema:schema78.properties.slots,data:data5};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err5 = {instancePath:instancePath+"/slots",schemaPath:"#/properties/slots/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema78.properties.slots,data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.folders !== undefined){
if(!(validate241(data.folders, {instancePath:instancePath+"/folders",parentData:data,parentDataProperty:"folders",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate241.errors : vErrors.concat(validate241.errors);
errors = vErrors.length;
}
}
if(data.groups !== undefined){
if(!(validate249(data.groups, {instancePath:instancePath+"/groups",parentData:data,parentDataProperty:"groups",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate249.errors : vErrors.concat(validate249.errors);
errors = vErrors.length;
}
}
if(data.otherGroups !== undefined){
if(!(validate254(data.otherGroups, {instancePath:instancePath+"/otherGroups",parentData:data,parentDataProperty:"otherGroups",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate254.errors : vErrors.concat(validate254.errors);
errors = vErrors.length;
}
}
if(data.preemptAfter !== undefined){
if(!(validate88(data.preemptAfter, {instancePath:instancePath+"/preemptAfter",parentData:data,parentDataProperty:"preemptAfter",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors);
errors = vErrors.length;
}
}
if(data.admission !== undefined){
if(!(validate257(data.admission, {instancePath:instancePath+"/admission",parentData:data,parentDataProperty:"admission",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate257.errors : vErrors.concat(validate257.errors);
errors = vErrors.length;
}
}
if(data.limits !== undefined){
if(!(validate263(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate263.errors : vErrors.concat(validate263.errors);
errors = vErrors.length;
}
}
if(data.lease !== undefined){
if(!(validate267(data.lease, {instancePath:instancePath+"/lease",parentData:data,parentDataProperty:"lease",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate267.errors : vErrors.concat(validate267.errors);
errors = vErrors.length;
}
}
if(data.offline !== undefined){
if(!(validate274(data.offline, {instancePath:instancePath+"/offline",parentData:data,parentDataProperty:"offline",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate274.errors : vErrors.concat(validate274.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema78.type,parentSchema:schema78,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate207.errors = vErrors;
return errors === 0;
}
validate207.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const HANDWRITTEN = {
  'autonomy-matrix': AutonomyMatrixFile,
  'coordinate-policy': CoordinatePolicyFile,
  'mission-brief': MissionBriefFile,
  'worker-config': WorkerConfigFile,
};
