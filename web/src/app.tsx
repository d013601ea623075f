import { Route, Switch } from "wouter-preact";
export function App() {
  return (
    <Switch>
      <Route path="/">
        <main>Gyoji</main>
      </Route>
      <Route path="/r/:slug" />
      <Route path="/match/:match" />
      <Route path="/replay/:match" />
      <Route path="/hotseat/:slug" />
      <Route path="/rules/:page?" />
      <Route path="/history" />
      <Route path="/layouts" />
    </Switch>
  );
}
