/// How well does the real crawler follow a web that changes? Serves the lab's changing webs over
/// HTTP on loopback, with a clock that goes by requests.
package nephila.lab.experiment;
